-- outside a transaction
-- The history of a document says whether a person filed it from an e-mail.
CREATE INDEX CONCURRENTLY mail_file_document ON mail_file (document_id) WHERE document_id IS NOT NULL;
