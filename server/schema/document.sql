CREATE TABLE document (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,            -- Its number, which people see.
  county_id integer REFERENCES county,                            -- Null: the uploader has no county.
  uploaded_by integer NOT NULL REFERENCES account,                -- The uploader.
  category_id smallint NOT NULL,                                  -- The category of its type.
  type_id smallint NOT NULL,                                      -- Its type.
  status_id smallint NOT NULL DEFAULT 1 REFERENCES status,        -- Its status.
  status_rank smallint NOT NULL DEFAULT 1,                        -- status.rank of its status. A trigger writes it. All keys of the list run one way with it.
  description text NOT NULL DEFAULT '',                           -- What its uploader says about it.
  uploaded_at timestamptz NOT NULL,                               -- When its last byte arrived.
  appraisal_year smallint NOT NULL,                               -- The calendar year of the upload in the firm's time zone.
  file_name text NOT NULL CHECK (file_name <> ''),                -- Its name on the uploader's device.
  content_type text NOT NULL,                                     -- The media type of its bytes.
  byte_size integer NOT NULL CHECK (byte_size > 0),               -- Its size.
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),        -- SHA-256 of its bytes.
  storage_key text NOT NULL UNIQUE,                               -- Where its bytes are in the store.
  rendered boolean NOT NULL DEFAULT false,                        -- Whether it counts as rendered.
  rendered_date date,                                             -- The date of the rendition.
  extended boolean NOT NULL DEFAULT false,                        -- Whether there is an extension.
  version integer NOT NULL DEFAULT 1,                             -- Counts its changes. The ETag of the edit dialog.
  deleted_at timestamptz,                                         -- When it was moved to the recycle bin. Null: it is in the list.
  deleted_by integer REFERENCES account,                          -- Who moved it. Null: a job.
  county_key integer NOT NULL DEFAULT 0,                          -- county_id, 0 instead of null. A trigger writes it.
  FOREIGN KEY (category_id, type_id) REFERENCES document_type (category_id, id),
  CONSTRAINT document_check CHECK (rendered OR rendered_date IS NULL),
  CONSTRAINT document_check1 CHECK (deleted_at IS NOT NULL OR deleted_by IS NULL),
  CONSTRAINT document_county_key_check CHECK (county_key = coalesce(county_id, 0))
);

-- The key of the links.
CREATE UNIQUE INDEX document_county_key ON document (id, county_key);
CREATE INDEX document_uploader ON document (uploaded_by);
-- The recycle bin: the newest of all, and of one uploader.
CREATE INDEX document_bin ON document (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX document_bin_uploader ON document (uploaded_by, deleted_at, id) WHERE deleted_at IS NOT NULL;
-- Duplicates that a person may see: all three columns are found by equality.
CREATE INDEX document_twins ON document (sha256, county_id, uploaded_by);
-- The list: one index for each combination of filters, all in the order of the list. The status needs none, its rank is the
-- next key.
CREATE INDEX document_list ON document (status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_category ON document (category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_type ON document (type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_county ON document (county_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_county_category ON document (county_id, category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_county_type ON document (county_id, type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
-- The list of a person without a county: their own uploads.
CREATE INDEX document_list_own ON document (uploaded_by, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id IS NULL;
CREATE INDEX document_list_own_category ON document (uploaded_by, category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id IS NULL;
CREATE INDEX document_list_own_type ON document (uploaded_by, type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id IS NULL;
-- Migration 0150: document_sort_*, the documents in the order of a column, all of them and those of each county.

-- Columns that follow from others.
CREATE TRIGGER document_of_its_county BEFORE INSERT OR UPDATE ON document
  FOR EACH ROW WHEN (NEW.county_key IS DISTINCT FROM coalesce(NEW.county_id, 0)) EXECUTE FUNCTION name_county_key();
CREATE TRIGGER document_ranked BEFORE INSERT OR UPDATE OF status_id, status_rank ON document
  FOR EACH ROW EXECUTE FUNCTION rank_document();
-- document_delta: the counts of the list.
CREATE TRIGGER document_inserted AFTER INSERT ON document REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_document_delta();
CREATE TRIGGER document_updated AFTER UPDATE ON document REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_document_delta();
CREATE TRIGGER document_removed AFTER DELETE ON document REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_document_delta();
-- bin_delta and owner_file_delta: the counts of the recycle bin and of owners' files.
CREATE TRIGGER kept_totals_inserted AFTER INSERT ON document REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_kept_totals();
CREATE TRIGGER kept_totals_updated AFTER UPDATE ON document REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_kept_totals();
CREATE TRIGGER kept_totals_removed AFTER DELETE ON document REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_kept_totals();
CREATE TRIGGER owner_files_removed BEFORE DELETE ON document
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION note_files_of_removed();
-- stored_object: the bytes.
CREATE TRIGGER stored_object_kept AFTER INSERT ON document REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_stored_objects();
CREATE TRIGGER stored_object_removing AFTER DELETE ON document REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_stored_objects();
-- Migration 0149: document_uploader_newest, the uploads of a person by number.
-- Migration 0160: document_own_questions, the documents of a person in Needs More Info.
-- Migration 0152: named_owner_of_other_county, which removes the owner named by the sender.
