-- An owner belongs to the county of its document.
CREATE OR REPLACE FUNCTION remove_named_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM named_owner WHERE document_id = NEW.id;
  RETURN NULL;
END $$;
