-- When a run last changed files, so that people see a run that does not advance, and how fast it is.
ALTER TABLE document_run ADD COLUMN advanced_at timestamptz(3);  -- When its last batch ended. Null: none has.
ALTER TABLE document_run ADD COLUMN pace_from timestamptz(3);    -- Since when its batches follow each other without a wait.
ALTER TABLE document_run ADD COLUMN pace_done integer;           -- Its judged documents at that moment.
-- How often a batch with the document failed. The document is tried alone after a few failures, and refused after more.
ALTER TABLE document_run_item ADD COLUMN failures smallint NOT NULL DEFAULT 0;
