-- A county that is renamed has a name of its own.
CREATE OR REPLACE FUNCTION end_namesake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_namesake := false;
  RETURN NEW;
END $$;
