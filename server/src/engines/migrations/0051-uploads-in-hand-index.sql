-- outside a transaction
-- With the moment, so that a count never walks over what a person uploaded before it, however long a backup's snapshot
-- keeps those rows.
CREATE INDEX CONCURRENTLY stored_object_in_hand ON stored_object (account_id, in_hand_until) WHERE state = 'staged';
