-- Every county may be that of a document, see county_or_none in 0030-county-zero-and-status-ranks.sql.
CREATE OR REPLACE FUNCTION note_county() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO county_or_none (id) VALUES (NEW.id);
  RETURN NULL;
END $$;

-- A county that is renamed has a name of its own.
CREATE OR REPLACE FUNCTION end_namesake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_namesake := false;
  RETURN NEW;
END $$;
