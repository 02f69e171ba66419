-- What else changes a value, such as a server of an older release, is no import that could be undone.
CREATE OR REPLACE FUNCTION forget_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.import_id := NULL;
  RETURN NEW;
END $$;
