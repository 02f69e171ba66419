-- Servers of release 0029 write no county where there is none: in the tables that is county 0.
CREATE OR REPLACE FUNCTION name_no_county() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_id := 0;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION name_county_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_id := coalesce((SELECT d.county_id FROM document AS d WHERE d.id = NEW.document_id), 0);
  RETURN NEW;
END $$;

-- Where a document stands in the list, as its status says.
CREATE OR REPLACE FUNCTION rank_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An unknown status is refused by its key.
  NEW.status_rank := coalesce((SELECT s.rank FROM status AS s WHERE s.id = NEW.status_id), 1);
  RETURN NEW;
END $$;
