-- Takes the next due job of these kinds for a server, by the database's clock, so that no other has it at the same time;
-- `most_attempts` stands beside each kind, null for a kind that is never put aside. An attempt counts when it begins: who
-- finds one whose last attempt ended with its process gets it back as dead (failed_at) and looks for another.
-- The planner cannot know how long a queue is that was filled a moment ago, and would sort all of it for one job, for each
-- of its jobs: hence the settings, with which only a walk along job_kind_due may win.
CREATE OR REPLACE FUNCTION claim_next_job(kinds text[], most_attempts integer[], owner jsonb, lease interval)
RETURNS SETOF job LANGUAGE plpgsql VOLATILE ROWS 1
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
AS $$
DECLARE
  head record;
BEGIN
  FOR head IN
    SELECT k.kind, k.most FROM unnest(kinds, most_attempts) AS k (kind, most)
    CROSS JOIN LATERAL (
      SELECT j.run_at, j.id FROM job AS j
      WHERE j.kind = k.kind AND j.failed_at IS NULL AND j.run_at <= now()
        AND (j.leased_until IS NULL OR j.leased_until < now())
      ORDER BY j.run_at, j.id LIMIT 1
    ) AS oldest
    ORDER BY oldest.run_at, oldest.id
  LOOP
    RETURN QUERY
    UPDATE job AS j SET
      attempts = CASE WHEN j.attempts >= head.most THEN j.attempts ELSE j.attempts + 1 END,
      failed_at = CASE WHEN j.attempts >= head.most THEN now() END,
      leased_until = CASE WHEN j.attempts >= head.most THEN NULL ELSE now() + lease END,
      lease_owner = CASE WHEN j.attempts >= head.most THEN NULL ELSE owner END,
      last_error = CASE WHEN j.leased_until IS NULL THEN j.last_error ELSE 'Its process ended while it ran.' END,
      claimed_key = coalesce(j.key, j.claimed_key),
      key = NULL
    WHERE j.id = (
      SELECT w.id FROM job AS w
      WHERE w.kind = head.kind AND w.failed_at IS NULL AND w.run_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until < now())
      ORDER BY w.run_at, w.id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING j.*;
    IF FOUND THEN
      RETURN;
    END IF;
  END LOOP;
END $$;

-- The claim of the release before leases had owners, whose servers may still run beside this one.
CREATE OR REPLACE FUNCTION claim_job(kinds text[], claimed_at timestamptz, lease interval) RETURNS SETOF job
LANGUAGE sql VOLATILE ROWS 1
AS $$
  SELECT * FROM claim_next_job(kinds, array_fill(NULL::integer, ARRAY[cardinality(kinds)]), NULL, lease)
$$;

-- Lets a job that was claimed wait again, with its key. Where another of that key waits by now, that one does the work.
CREATE OR REPLACE FUNCTION put_back_job(job_id bigint, claimed_attempts integer, why text, pause interval) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job SET leased_until = NULL, lease_owner = NULL, last_error = why, run_at = now() + pause,
    key = coalesce(claimed_key, key)
  WHERE id = job_id AND attempts = claimed_attempts;
EXCEPTION WHEN unique_violation THEN
  DELETE FROM job WHERE id = job_id AND attempts = claimed_attempts;
END $$;

-- Lets a dead job wait again as if it had never been tried, with its key, unless another of that key waits.
CREATE OR REPLACE FUNCTION bring_back_job(dead_id bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job SET failed_at = NULL, attempts = 0, run_at = now(), key = coalesce(claimed_key, key) WHERE id = dead_id;
EXCEPTION WHEN unique_violation THEN
  DELETE FROM job WHERE id = dead_id;
END $$;
