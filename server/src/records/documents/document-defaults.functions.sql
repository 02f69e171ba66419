-- The key of a document's county: 0 where it has none.
CREATE OR REPLACE FUNCTION name_county_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_key := coalesce(NEW.county_id, 0);
  RETURN NEW;
END $$;

-- A link is of the county of its document, whatever is said.
CREATE OR REPLACE FUNCTION name_county_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_id := (SELECT d.county_id FROM document AS d WHERE d.id = NEW.document_id);
  NEW.county_key := coalesce(NEW.county_id, 0);
  RETURN NEW;
END $$;

-- Where a document stands in the list, as its status says.
CREATE OR REPLACE FUNCTION rank_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An unknown status is refused by its key.
  NEW.status_rank := coalesce((SELECT s.rank FROM status AS s WHERE s.id = NEW.status_id), 1);
  RETURN NEW;
END $$;
