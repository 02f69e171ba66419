-- outside a transaction
-- What was given up is counted and listed by its kind: a page each was read for every such job there is.
CREATE INDEX CONCURRENTLY job_dead_of_kind ON job (kind, id) WHERE failed_at IS NOT NULL;
