-- The search index: one row for each document, with its words. Without foreign keys: a slice is added while people upload,
-- and a search joins the documents, so a row of a removed document is never found.
CREATE TABLE document_search (
  document_id integer NOT NULL PRIMARY KEY,      -- The document.
  county_key integer NOT NULL,                   -- document.county_key when it was indexed. Narrows a search.
  tsv tsvector NOT NULL                          -- Its words with their places. A: names and numbers, B: description, D: text.
) PARTITION BY RANGE (document_id);
CREATE INDEX document_search_county ON document_search (county_key, document_id);
-- Without a pending list: the writer pays, not the person who searches.
CREATE INDEX document_search_tsv ON document_search USING gin (tsv) WITH (fastupdate = off);
-- Slices of 500,000 documents. add_search_slices adds the later ones.
CREATE TABLE document_search_0 PARTITION OF document_search FOR VALUES FROM (0) TO (500000) WITH (toast_tuple_target = 128);
CREATE TABLE document_search_1 PARTITION OF document_search FOR VALUES FROM (500000) TO (1000000) WITH (toast_tuple_target = 128);

-- How many indexed documents of a county have a word. The empty word counts all of them.
CREATE TABLE search_word (
  county_key integer NOT NULL,                   -- The county. 0: documents without one.
  word text NOT NULL,                            -- The word, folded.
  documents integer NOT NULL,                    -- How many.
  PRIMARY KEY (county_key, word)
) WITH (fillfactor = 80);
CREATE INDEX search_word_similar ON search_word USING gin (word gin_trgm_ops);

-- Documents whose names, numbers or receipts have changed since they were indexed. A document may be in it several times: an
-- import must not wait for another one.
CREATE TABLE document_to_index (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- The order.
  document_id integer NOT NULL                   -- The document.
);

CREATE OR REPLACE FUNCTION index_documents_of_owners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id)
  SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (party_number)
  JOIN document_owner AS l USING (party_number)
  WHERE c.organization_name <> b.organization_name;
  RETURN NULL;
END $$;
CREATE TRIGGER organization_to_index AFTER UPDATE ON organization REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_documents_of_owners();

CREATE OR REPLACE FUNCTION index_documents_of_county_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id)
  SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (county_id, party_number)
  JOIN document_owner AS l USING (county_id, party_number)
  WHERE c.name <> b.name;
  RETURN NULL;
END $$;
CREATE TRIGGER county_organization_to_index AFTER UPDATE ON county_organization
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_documents_of_county_names();

CREATE OR REPLACE FUNCTION index_documents_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id)
  SELECT DISTINCT l.document_id FROM changed AS c JOIN before AS b USING (agent_number)
  JOIN document_agent AS l USING (agent_number)
  WHERE (c.organization_name, c.legacy_code) <> (b.organization_name, b.legacy_code);
  RETURN NULL;
END $$;
CREATE TRIGGER agent_to_index AFTER UPDATE ON agent REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_documents_of_agents();

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
CREATE TRIGGER owner_value_added_to_index AFTER INSERT ON owner_value REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_documents_of_values();
CREATE TRIGGER owner_value_to_index AFTER UPDATE ON owner_value REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_documents_of_values();

CREATE OR REPLACE FUNCTION index_documents_of_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_to_index (document_id) SELECT DISTINCT document_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER receipt_file_to_index AFTER INSERT ON receipt_file REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION index_documents_of_receipts();
