-- outside a transaction
-- The documents in the order of a column: all of them, and those of each county. The keys are those of sort-keys.repository.ts.
CREATE INDEX CONCURRENTLY document_sort_county_id ON document (county_id, id) WHERE deleted_at IS NULL;
CREATE INDEX CONCURRENTLY document_sort_name ON document ((left(search_text(file_name), 100) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX CONCURRENTLY document_sort_county_name ON document (county_id, (left(search_text(file_name), 100) COLLATE "C"), id) WHERE deleted_at IS NULL;
CREATE INDEX CONCURRENTLY document_sort_size ON document (byte_size, id) WHERE deleted_at IS NULL;
CREATE INDEX CONCURRENTLY document_sort_county_size ON document (county_id, byte_size, id) WHERE deleted_at IS NULL;
