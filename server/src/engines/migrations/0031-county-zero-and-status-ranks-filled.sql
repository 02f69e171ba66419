-- outside a transaction
-- What 0030 says of new rows, with those that are there.

-- What somebody without a county sees: their own uploads that have none. They replace document_list_own and its two.
CREATE INDEX CONCURRENTLY document_list_none ON document (uploaded_by, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id = 0;
CREATE INDEX CONCURRENTLY document_list_none_category ON document (uploaded_by, category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id = 0;
CREATE INDEX CONCURRENTLY document_list_none_type ON document (uploaded_by, type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id = 0;
-- The key that links carry.
CREATE UNIQUE INDEX CONCURRENTLY document_of_county ON document (id, county_id);

CREATE INDEX CONCURRENTLY document_without_county ON document (id) WHERE county_id IS NULL;
-- repeat until no row is left
WITH portion AS (SELECT id FROM document WHERE county_id IS NULL ORDER BY id LIMIT 1000 FOR UPDATE)
UPDATE document AS d SET county_id = 0 FROM portion WHERE d.id = portion.id;
DROP INDEX CONCURRENTLY IF EXISTS document_without_county;

-- The document says which county a link is of.
-- repeat until no row is left
UPDATE document_owner AS l SET county_id = d.county_id FROM document AS d
WHERE d.id = l.document_id AND l.document_id IN (
  SELECT o.document_id FROM document_owner AS o JOIN document AS its ON its.id = o.document_id
  WHERE o.county_id IS DISTINCT FROM its.county_id LIMIT 5000);
-- repeat until no row is left
UPDATE document_agent AS l SET county_id = d.county_id FROM document AS d
WHERE d.id = l.document_id AND l.document_id IN (
  SELECT a.document_id FROM document_agent AS a JOIN document AS its ON its.id = a.document_id
  WHERE a.county_id IS DISTINCT FROM its.county_id LIMIT 5000);

-- From the first status to the last and each from its newest document on: so the list keeps its order meanwhile.
CREATE INDEX CONCURRENTLY document_to_rank ON document (status_rank, uploaded_at, id) WHERE status_rank IN (2, 3, 4);
-- repeat until no row is left
WITH newest AS (SELECT id FROM document WHERE status_rank = 4 ORDER BY uploaded_at DESC, id DESC LIMIT 1000),
portion AS (SELECT id FROM document WHERE id IN (SELECT id FROM newest) ORDER BY id FOR UPDATE)
UPDATE document AS d SET status_id = d.status_id FROM portion WHERE d.id = portion.id;
-- repeat until no row is left
WITH newest AS (SELECT id FROM document WHERE status_rank = 3 ORDER BY uploaded_at DESC, id DESC LIMIT 1000),
portion AS (SELECT id FROM document WHERE id IN (SELECT id FROM newest) ORDER BY id FOR UPDATE)
UPDATE document AS d SET status_id = d.status_id FROM portion WHERE d.id = portion.id;
-- repeat until no row is left
WITH newest AS (SELECT id FROM document WHERE status_rank = 2 ORDER BY uploaded_at DESC, id DESC LIMIT 1000),
portion AS (SELECT id FROM document WHERE id IN (SELECT id FROM newest) ORDER BY id FOR UPDATE)
UPDATE document AS d SET status_id = d.status_id FROM portion WHERE d.id = portion.id;
DROP INDEX CONCURRENTLY IF EXISTS document_to_rank;
