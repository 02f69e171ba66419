-- The owners of a document. A link has the county of its document.
CREATE TABLE document_owner (
  document_id integer NOT NULL,                               -- The document.
  party_number integer NOT NULL REFERENCES organization,      -- The owner.
  relation_type_id smallint NOT NULL REFERENCES relation_type,-- How the owner is related to it.
  county_id integer REFERENCES county,                        -- The county of the document. A trigger writes it.
  linked_at timestamptz NOT NULL,                             -- When it was linked.
  linked_by integer NOT NULL REFERENCES account,              -- Who linked it.
  county_key integer NOT NULL DEFAULT 0,                      -- document.county_key. A trigger writes it.
  PRIMARY KEY (document_id, party_number, relation_type_id),
  CONSTRAINT document_owner_county_key_check CHECK (county_key = coalesce(county_id, 0)),
  CONSTRAINT document_owner_document_fkey FOREIGN KEY (document_id, county_key) REFERENCES document (id, county_key)
    ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX document_owner_party ON document_owner (party_number, document_id);
CREATE INDEX document_owner_county ON document_owner (county_id, document_id);

CREATE TRIGGER document_owner_of_its_county BEFORE INSERT OR UPDATE ON document_owner
  FOR EACH ROW EXECUTE FUNCTION name_county_of_link();
-- owner_file_delta: the counts of owners' files.
CREATE TRIGGER owner_files_linked AFTER INSERT ON document_owner REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_owner_file_delta();
CREATE TRIGGER owner_files_relinked AFTER UPDATE ON document_owner REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_owner_file_delta();
CREATE TRIGGER owner_files_unlinked AFTER DELETE ON document_owner REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_owner_file_delta();
