CREATE TABLE document (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: uploaded by somebody without a county.
  county_id integer REFERENCES county,
  uploaded_by integer NOT NULL REFERENCES account,
  category_id smallint NOT NULL,
  type_id smallint NOT NULL,
  status_id smallint NOT NULL DEFAULT 1 CHECK (status_id BETWEEN 1 AND 4),
  -- Higher stands earlier in the list (New, In Progress, Need More Info, Completed), so that all sort keys run one way.
  status_rank smallint NOT NULL GENERATED ALWAYS AS (CASE status_id WHEN 1 THEN 4 WHEN 3 THEN 3 WHEN 4 THEN 2 ELSE 1 END) STORED,
  description text NOT NULL DEFAULT '',
  -- The moment the last byte arrived.
  uploaded_at timestamptz NOT NULL,
  -- The calendar year of the upload in the firm's zone.
  appraisal_year smallint NOT NULL,
  file_name text NOT NULL CHECK (file_name <> ''),
  content_type text NOT NULL,
  byte_size integer NOT NULL CHECK (byte_size > 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  storage_key text NOT NULL UNIQUE,
  rendered boolean NOT NULL DEFAULT false,
  rendered_date date,
  extended boolean NOT NULL DEFAULT false,
  -- Counts every change; the edit dialog's ETag.
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by integer REFERENCES account,
  FOREIGN KEY (category_id, type_id) REFERENCES document_type (category_id, id),
  CHECK (rendered OR rendered_date IS NULL),
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
);
CREATE INDEX document_bin ON document (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX document_uploader ON document (uploaded_by);

-- The county stands in the links too, so that a later split by county stays possible.
CREATE TABLE document_owner (
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,
  party_number integer NOT NULL REFERENCES organization,
  relation_type_id smallint NOT NULL REFERENCES relation_type,
  county_id integer REFERENCES county,
  linked_at timestamptz NOT NULL,
  linked_by integer NOT NULL REFERENCES account,
  PRIMARY KEY (document_id, party_number, relation_type_id)
);
CREATE INDEX document_owner_party ON document_owner (party_number, document_id);

CREATE TABLE document_agent (
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,
  agent_number integer NOT NULL REFERENCES agent,
  relation_type_id smallint NOT NULL REFERENCES relation_type,
  county_id integer REFERENCES county,
  linked_at timestamptz NOT NULL,
  linked_by integer NOT NULL REFERENCES account,
  PRIMARY KEY (document_id, agent_number, relation_type_id)
);
CREATE INDEX document_agent_agent ON document_agent (agent_number, document_id);
