-- outside a transaction
-- The bin of a person holds what they uploaded: its newest are found without the deletions of all others.
CREATE INDEX CONCURRENTLY document_bin_uploader ON document (uploaded_by, deleted_at, id) WHERE deleted_at IS NOT NULL;
