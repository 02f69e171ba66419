-- outside a transaction
-- On which receipts a document is, and the receipts of a person in the order in which they were made.
DROP INDEX CONCURRENTLY IF EXISTS receipt_file_of_document;
CREATE INDEX CONCURRENTLY receipt_file_of_document ON receipt_file (document_id);
DROP INDEX CONCURRENTLY IF EXISTS receipt_of_account;
CREATE INDEX CONCURRENTLY receipt_of_account ON receipt (account_id, id);
