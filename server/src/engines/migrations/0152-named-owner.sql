-- The owner that the sender of a document named without the right to link it. The firm links it or dismisses it.
CREATE TABLE named_owner (
  document_id integer PRIMARY KEY REFERENCES document ON DELETE CASCADE,  -- The document.
  county_id integer NOT NULL REFERENCES county,          -- The county of the document.
  party_number integer NOT NULL REFERENCES organization, -- The owner.
  account_id integer NOT NULL REFERENCES account,        -- Who named it.
  named_at timestamptz(3) NOT NULL                       -- When it was named.
);

-- An owner belongs to the county of its document.
CREATE OR REPLACE FUNCTION remove_named_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM named_owner WHERE document_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER named_owner_of_other_county AFTER UPDATE OF county_id ON document
  FOR EACH ROW WHEN (NEW.county_id IS DISTINCT FROM OLD.county_id) EXECUTE FUNCTION remove_named_owner();

-- The owner that the sender of an upload named so.
ALTER TABLE resumable_upload ADD COLUMN named_party_number integer;
