-- outside a transaction
-- The next documents of a run: those of failed batches come last.
CREATE INDEX CONCURRENTLY document_run_item_next ON document_run_item (run_number, failures, document_id) WHERE outcome IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS document_run_item_pending;
-- Which run made a version of a document.
CREATE INDEX CONCURRENTLY document_run_item_version ON document_run_item (document_id, version_after) WHERE outcome = 'changed';
-- A run has another undo after one that changed nothing.
CREATE INDEX CONCURRENTLY document_run_undone ON document_run (undoes) WHERE undoes IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS document_run_undoes;
