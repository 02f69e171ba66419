-- outside a transaction
-- What 0030 says of new rows, with those that are there.

CREATE INDEX CONCURRENTLY document_without_key ON document (id) WHERE county_key IS NULL;
-- repeat until no row is left
WITH portion AS (SELECT id FROM document WHERE county_key IS NULL ORDER BY id LIMIT 1000 FOR UPDATE)
UPDATE document AS d SET county_key = coalesce(d.county_id, 0) FROM portion WHERE d.id = portion.id;
DROP INDEX CONCURRENTLY IF EXISTS document_without_key;
-- The key that links carry.
CREATE UNIQUE INDEX CONCURRENTLY document_county_key ON document (id, county_key);

-- The trigger looks up the county, of those too that had another than their document.
-- repeat until no row is left
UPDATE document_owner SET county_key = 0 WHERE document_id IN (SELECT document_id FROM document_owner WHERE county_key IS NULL LIMIT 1000);
-- repeat until no row is left
UPDATE document_agent SET county_key = 0 WHERE document_id IN (SELECT document_id FROM document_agent WHERE county_key IS NULL LIMIT 1000);

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
