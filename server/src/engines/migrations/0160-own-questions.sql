-- outside a transaction
-- The start page: a person's own documents in Needs More Info (status 4), in each county.
CREATE INDEX CONCURRENTLY document_own_questions ON document (uploaded_by, county_id, uploaded_at, id) WHERE deleted_at IS NULL AND status_id = 4;
-- Documents of which some pages have no text.
CREATE INDEX CONCURRENTLY document_text_partly ON document_text (document_id) WHERE unread_pages > 0;
