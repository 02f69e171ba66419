-- outside a transaction
-- Messages of a sender by their Message-ID.
DROP INDEX CONCURRENTLY IF EXISTS mail_delivery_message;
CREATE INDEX CONCURRENTLY mail_delivery_message ON mail_delivery (account_id, message_id) WHERE account_id IS NOT NULL;
