-- Background jobs. A finished job is removed.
CREATE TABLE job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  kind text NOT NULL,                                  -- What to do.
  payload jsonb NOT NULL DEFAULT '{}',                 -- What to do it with.
  key text UNIQUE,                                     -- A waiting job with this key is not queued twice.
  run_at timestamptz NOT NULL,                         -- Not before this moment.
  attempts integer NOT NULL DEFAULT 0,                 -- How often it was begun.
  leased_until timestamptz,                            -- Until when its server works on it.
  last_error text,                                     -- Why the last attempt failed.
  failed_at timestamptz,                               -- When it was given up.
  lease_owner jsonb,                                   -- The server that works on it: {"id", "host", "pidSpace", "pid", "startedAt"}.
  claimed_key text                                     -- `key` of a job that was begun, so that another job of the key may be queued.
);
-- A claim reads the queue of each kind by itself.
CREATE INDEX job_kind_due ON job (kind, run_at, id) WHERE failed_at IS NULL;
CREATE INDEX job_dead ON job (id) WHERE failed_at IS NOT NULL;
CREATE INDEX job_dead_of_kind ON job (kind, id) WHERE failed_at IS NOT NULL;
