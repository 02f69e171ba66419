-- Mails of one kind to one recipient of which there were many: they wait for this moment, and are then told in one. Null of
-- a mail that is sent at once, and of all that servers of the release before queue.
ALTER TABLE mail_outbox ADD COLUMN due_at timestamptz;
