-- outside a transaction
-- Administrators look through the mails that were refused for good: few among all that were sent.
CREATE INDEX CONCURRENTLY mail_outbox_refused ON mail_outbox (id) WHERE refused_at IS NOT NULL;
