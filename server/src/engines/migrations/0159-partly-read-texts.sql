-- How many pages of a read document were not read, such as those that OCR had no time for. A text that was read before has 0.
ALTER TABLE document_text ADD COLUMN unread_pages integer NOT NULL DEFAULT 0;
-- Earlier releases indexed the full names of uploaders, so every row of the index is written again. The job queues them: a
-- migration that did so would hold up the start. A portal without documents needs none.
INSERT INTO job (kind, key, run_at)
SELECT 'index-every-document', 'index-every-document the one', now() WHERE EXISTS (SELECT FROM document)
ON CONFLICT DO NOTHING;
