-- outside a transaction
-- Documents with the same bytes, within what somebody may see: all three columns are met by equality, so that what lies in
-- other counties, or was brought by others without one, is not even walked over.
CREATE INDEX CONCURRENTLY document_twins ON document (sha256, county_id, uploaded_by);
