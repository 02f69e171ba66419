-- outside a transaction
-- The start page: the last uploads of a person, without a sort of all their uploads.
CREATE INDEX CONCURRENTLY document_uploader_newest ON document (uploaded_by, id) WHERE deleted_at IS NULL;
-- The files that the drop folder refused, the newest first.
CREATE INDEX CONCURRENTLY drop_file_refused ON drop_file (taken_at, id) WHERE state = 'refused';
