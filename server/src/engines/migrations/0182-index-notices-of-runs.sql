-- outside a transaction
-- The notices of a run.
CREATE INDEX CONCURRENTLY notice_run ON notice (run_number, person_id) WHERE run_number IS NOT NULL;
