-- Whether the run can no longer be undone and its items have no former values any more. A sweep sets it.
ALTER TABLE document_run ADD COLUMN is_final boolean NOT NULL DEFAULT false;
