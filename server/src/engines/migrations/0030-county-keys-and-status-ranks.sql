-- Each document has a key that names its county, 0 where it has none, for what is to be split by county one day; and the
-- order of the statuses is told by rows. Servers of the release before see neither: triggers do it for them, and 0031 does
-- it with what is there.

-- In the order in which people's work takes them.
LOCK TABLE document, document_owner, document_agent;

-- county_id stays what it is, null for none: servers of the release before answer nothing with a county 0.
ALTER TABLE document
  ADD COLUMN county_key integer,
  ADD CONSTRAINT document_county_key_check CHECK (county_key = coalesce(county_id, 0)) NOT VALID,
  ADD CONSTRAINT document_has_a_county_key CHECK (county_key IS NOT NULL) NOT VALID;
ALTER TABLE document ALTER COLUMN county_key SET DEFAULT 0;
ALTER TABLE document_owner
  ADD COLUMN county_key integer,
  ADD CONSTRAINT document_owner_county_key_check CHECK (county_key = coalesce(county_id, 0)) NOT VALID,
  ADD CONSTRAINT document_owner_has_a_county_key CHECK (county_key IS NOT NULL) NOT VALID;
ALTER TABLE document_owner ALTER COLUMN county_key SET DEFAULT 0;
ALTER TABLE document_agent
  ADD COLUMN county_key integer,
  ADD CONSTRAINT document_agent_county_key_check CHECK (county_key = coalesce(county_id, 0)) NOT VALID,
  ADD CONSTRAINT document_agent_has_a_county_key CHECK (county_key IS NOT NULL) NOT VALID;
ALTER TABLE document_agent ALTER COLUMN county_key SET DEFAULT 0;

CREATE FUNCTION name_county_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_key := coalesce(NEW.county_id, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER document_of_its_county BEFORE INSERT OR UPDATE ON document
  FOR EACH ROW WHEN (NEW.county_key IS DISTINCT FROM coalesce(NEW.county_id, 0)) EXECUTE FUNCTION name_county_key();

-- A link is of the county of its document, whatever is said.
CREATE FUNCTION name_county_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.county_id := (SELECT d.county_id FROM document AS d WHERE d.id = NEW.document_id);
  NEW.county_key := coalesce(NEW.county_id, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER document_owner_of_its_county BEFORE INSERT OR UPDATE ON document_owner
  FOR EACH ROW EXECUTE FUNCTION name_county_of_link();
CREATE TRIGGER document_agent_of_its_county BEFORE INSERT OR UPDATE ON document_agent
  FOR EACH ROW EXECUTE FUNCTION name_county_of_link();

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

-- Until the functions of this release are there, those of the one before take both alike: a rank and what becomes of it.
DO $$
BEGIN
  EXECUTE replace(replace(replace(pg_get_functiondef('document_page_ids'::regproc),
    'ARRAY[1, 2, 3, 4]', 'ARRAY[1, 2, 3, 4, 101, 201, 301]'),
    'ARRAY[p_rank]', 'ARRAY[p_rank, (p_rank - 1) * 100 + 1]'),
    'd.status_rank >= p_rank AND (', 'd.status_rank >= p_rank AND (p_rank = 0 OR d.status_rank IN (p_rank, (p_rank - 1) * 100 + 1)) AND (');
END $$;
