-- outside a transaction
-- Messages are listed by what became of them: those that wait from the oldest, the others from the newest.
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_by_state;
CREATE INDEX CONCURRENTLY mail_delivery_by_state ON mail_delivery (state, arrived_at, id);
