-- A document without a county is of county 0, so that every key may carry the county, and the order of the statuses is
-- told by rows. What servers of the release before write, triggers make so; 0031 does it with what is there.

-- In the order in which people's work takes them.
LOCK TABLE document, document_owner, document_agent, county;

-- What a county_id of a document may be: each county, and 0 for none. No list of counties shows 0, because it is none.
CREATE TABLE county_or_none (
  id integer PRIMARY KEY,
  county_id integer GENERATED ALWAYS AS (nullif(id, 0)) STORED REFERENCES county ON DELETE CASCADE
);
CREATE FUNCTION note_county() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO county_or_none (id) VALUES (NEW.id);
  RETURN NULL;
END $$;
-- Before what is there is read: nobody adds a county between the two.
CREATE TRIGGER county_noted AFTER INSERT ON county FOR EACH ROW EXECUTE FUNCTION note_county();
INSERT INTO county_or_none (id) SELECT 0 UNION ALL SELECT id FROM county;

CREATE FUNCTION name_no_county() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_id := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER document_of_no_county BEFORE INSERT OR UPDATE ON document
  FOR EACH ROW WHEN (NEW.county_id IS NULL) EXECUTE FUNCTION name_no_county();

CREATE FUNCTION name_county_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_id := coalesce((SELECT d.county_id FROM document AS d WHERE d.id = NEW.document_id), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER document_owner_of_its_county BEFORE INSERT OR UPDATE ON document_owner
  FOR EACH ROW WHEN (NEW.county_id IS NULL) EXECUTE FUNCTION name_county_of_link();
CREATE TRIGGER document_agent_of_its_county BEFORE INSERT OR UPDATE ON document_agent
  FOR EACH ROW WHEN (NEW.county_id IS NULL) EXECUTE FUNCTION name_county_of_link();

ALTER TABLE document
  DROP CONSTRAINT document_county_id_fkey,
  ADD CONSTRAINT document_county_id_fkey FOREIGN KEY (county_id) REFERENCES county_or_none NOT VALID,
  ADD CONSTRAINT document_has_a_county CHECK (county_id IS NOT NULL) NOT VALID;
-- 0032 gives links the county of their document as part of that key.
ALTER TABLE document_owner DROP CONSTRAINT document_owner_county_id_fkey;
ALTER TABLE document_agent DROP CONSTRAINT document_agent_county_id_fkey;

CREATE TABLE status (
  id smallint PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name <> ''),
  -- Higher stands earlier in the list. With room between, so that another status is a row and no document is written anew;
  -- 2 to 4 are what servers of release 0029 ask for.
  rank smallint NOT NULL UNIQUE CHECK (rank >= 1 AND rank NOT BETWEEN 2 AND 4)
);
-- The last rank is what it was, because most documents are completed.
INSERT INTO status (id, name, rank) VALUES (1, 'New', 301), (3, 'In Progress', 201), (4, 'Needs More Info', 101), (2, 'Completed', 1);

CREATE FUNCTION rank_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An unknown status is refused by its key.
  NEW.status_rank := coalesce((SELECT s.rank FROM status AS s WHERE s.id = NEW.status_id), 1);
  RETURN NEW;
END $$;
CREATE TRIGGER document_ranked BEFORE INSERT OR UPDATE OF status_id, status_rank ON document
  FOR EACH ROW EXECUTE FUNCTION rank_document();
ALTER TABLE document
  ALTER COLUMN status_rank DROP EXPRESSION,
  ALTER COLUMN status_rank SET DEFAULT 1,
  DROP CONSTRAINT document_status_id_check,
  ADD CONSTRAINT document_status_id_fkey FOREIGN KEY (status_id) REFERENCES status NOT VALID;

-- Until the functions of this release are there, those of the one before take both alike: no county and county 0, a rank
-- and what becomes of it.
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN SELECT pg_get_functiondef(p.oid) FROM pg_proc AS p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND p.proname IN ('note_document_delta', 'rebuild_document_counts', 'drifted_document_counts', 'document_page_ids')
  LOOP
    EXECUTE replace(replace(replace(replace(replace(definition,
      'SELECT county_id, CASE WHEN county_id IS NULL THEN', 'SELECT nullif(county_id, 0) AS county_id, CASE WHEN coalesce(county_id, 0) = 0 THEN'),
      'd.uploaded_by = p_scope AND d.county_id IS NULL', 'd.uploaded_by = p_scope AND coalesce(d.county_id, 0) = 0'),
      'ARRAY[1, 2, 3, 4]', 'ARRAY[1, 2, 3, 4, 101, 201, 301]'),
      'ARRAY[p_rank]', 'ARRAY[p_rank, (p_rank - 1) * 100 + 1]'),
      'd.status_rank >= p_rank AND (', 'd.status_rank >= p_rank AND (p_rank = 0 OR d.status_rank IN (p_rank, (p_rank - 1) * 100 + 1)) AND (');
  END LOOP;
END $$;
