-- A link is of its document and of that document's county; what is there is proved by 0033.
LOCK TABLE document, document_owner, document_agent IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE document_owner
  ADD CONSTRAINT document_owner_document_fkey FOREIGN KEY (document_id, county_key) REFERENCES document (id, county_key)
    ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE document_agent
  ADD CONSTRAINT document_agent_document_fkey FOREIGN KEY (document_id, county_key) REFERENCES document (id, county_key)
    ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;

-- True of a county that had the name of another when names became unique, until it is renamed.
ALTER TABLE county ADD COLUMN is_namesake boolean NOT NULL DEFAULT false;
CREATE FUNCTION end_namesake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_namesake := false;
  RETURN NEW;
END $$;
CREATE TRIGGER county_renamed BEFORE UPDATE OF name ON county
  FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION end_namesake();

ALTER TABLE stored_object
  -- Which store the bytes lie in, by the number that document_store gives it.
  ADD COLUMN store smallint NOT NULL DEFAULT 1,
  -- How many have said that it must stay: with one at least, nobody removes it, whatever its state.
  ADD COLUMN holds smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT stored_object_holds_check CHECK (holds >= 0) NOT VALID;
ALTER TABLE document_store ADD COLUMN number smallint NOT NULL DEFAULT 1;
