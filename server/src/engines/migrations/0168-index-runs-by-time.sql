-- outside a transaction
-- The runs whose former values a sweep deletes, and those of the last hour of a person.
CREATE INDEX CONCURRENTLY document_run_not_final ON document_run (ended_at) WHERE NOT is_final;
CREATE INDEX CONCURRENTLY document_run_started ON document_run (started_by, started_at);
