-- Queue the documents that name a changed owner, agent or receipt, so that their rows of the search index are written again.
CREATE OR REPLACE FUNCTION index_documents_of_owners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id)
  SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (party_number)
  JOIN document_owner AS l USING (party_number)
  WHERE c.organization_name <> b.organization_name;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_documents_of_county_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id)
  SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (county_id, party_number)
  JOIN document_owner AS l USING (county_id, party_number)
  WHERE c.name <> b.name;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_documents_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id)
  SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (agent_number)
  JOIN document_agent AS l USING (agent_number)
  WHERE (c.organization_name, c.legacy_code) <> (b.organization_name, b.legacy_code);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_documents_of_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_to_index (document_id)
    SELECT DISTINCT l.document_id FROM changed AS c JOIN document_owner AS l USING (county_id, party_number)
    WHERE c.cad_owner_id <> '';
  ELSE
    INSERT INTO document_to_index (document_id)
    SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (county_id, appraisal_year, party_number)
    JOIN document_owner AS l USING (county_id, party_number)
    WHERE c.cad_owner_id <> b.cad_owner_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_documents_of_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id) SELECT DISTINCT document_id FROM changed;
  RETURN NULL;
END $$;

-- Adds new words to the list that misspelled words are compared with.
CREATE OR REPLACE FUNCTION add_search_spellings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_spelling (word) SELECT DISTINCT word FROM added WHERE word <> '' AND word !~ '[0-9]' ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Adds the slice of a document to the search index, and the next one when fewer than 100,000 documents are left before it. Gives
-- up for now where readers are in the way for longer than a second. With the rights of its owner; never more than one slice
-- behind the newest document, so that nobody fills the database with tables.
CREATE OR REPLACE FUNCTION add_search_slices(wanted integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '1s' AS $$
DECLARE
  newest integer;
  slice integer;
BEGIN
  FOR slice IN SELECT generate_series(wanted / 500000, (wanted::bigint + 100000) / 500000) LOOP
    CONTINUE WHEN to_regclass('document_search_' || slice) IS NOT NULL;
    newest := coalesce((SELECT max(id) FROM document), 0);
    CONTINUE WHEN slice > newest / 500000 + 1;
    -- Servers that do this at once would make the same table.
    PERFORM pg_advisory_xact_lock(hashtextextended('add_search_slices', 0));
    CONTINUE WHEN to_regclass('document_search_' || slice) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF document_search FOR VALUES FROM (%s) TO (%s) WITH (toast_tuple_target = 128)',
      'document_search_' || slice, slice * 500000, slice::bigint * 500000 + 500000);
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  RETURN;
END $$;

-- It finds the portal's own tables, not temporary ones of the same name.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION add_search_slices(integer) SET search_path TO %I, pg_temp', current_schema());
END $$;
