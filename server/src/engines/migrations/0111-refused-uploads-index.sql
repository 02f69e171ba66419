-- outside a transaction
-- A person keeps a bounded number of refused uploads; the oldest ones are removed first.
CREATE INDEX CONCURRENTLY resumable_upload_refused ON resumable_upload (account_id, begun_at) WHERE state = 'refused';
