-- outside a transaction
-- Not clean: what is to be looked at, and what is to be told of.
CREATE INDEX CONCURRENTLY stored_object_to_scan ON stored_object (scan_state, scan_due) WHERE scan_state <> 'clean';
CREATE INDEX CONCURRENTLY stored_object_in_trouble ON stored_object (key) WHERE scan_trouble IS NOT NULL;
