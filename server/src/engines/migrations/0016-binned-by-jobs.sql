-- Work of the portal's own bins documents too, and it has no account.
ALTER TABLE document DROP CONSTRAINT document_check1;
ALTER TABLE document ADD CHECK (deleted_at IS NOT NULL OR deleted_by IS NULL);
