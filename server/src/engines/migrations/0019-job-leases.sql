-- Who has a job in hand: {"id", "host", "pidSpace", "pid", "startedAt"} of a server; null where none has.
ALTER TABLE job ADD COLUMN lease_owner jsonb;

-- The key of a job that was claimed: only one that waits holds it in `key`, so that while it runs, and after it was put
-- aside, another of its key may be queued.
ALTER TABLE job ADD COLUMN claimed_key text;

-- A claim walks the queue of each kind of its lane by itself: behind 200,000 of another kind it found its own in a second.
CREATE INDEX job_kind_due ON job (kind, run_at, id) WHERE failed_at IS NULL;
DROP INDEX job_due;

-- The dead are few and asked for often.
CREATE INDEX job_dead ON job (id) WHERE failed_at IS NOT NULL;
