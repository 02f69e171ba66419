-- A search finds a document by its appraisal year, so every row of the index is written again. The job queues them: a
-- migration that did so would hold up the start. A portal without documents needs none.
INSERT INTO job (kind, key, run_at)
SELECT 'index-every-document', 'index-every-document the one', now() WHERE EXISTS (SELECT FROM document)
ON CONFLICT DO NOTHING;
