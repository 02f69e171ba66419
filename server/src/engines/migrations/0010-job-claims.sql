-- Takes the next due job of these kinds, so that no other worker has it at the same time. The planner cannot know how long
-- a queue is that was filled a moment ago, and would sort all of it for one job, for each of its jobs: hence the settings,
-- with which only a walk along job_due may win.
CREATE FUNCTION claim_job(kinds text[], claimed_at timestamptz, lease interval) RETURNS SETOF job
LANGUAGE sql VOLATILE ROWS 1
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off
AS $$
  UPDATE job SET leased_until = claimed_at + lease, attempts = attempts + 1
  WHERE id = (
    SELECT id FROM job
    WHERE failed_at IS NULL AND run_at <= claimed_at AND kind = ANY (kinds)
      AND (leased_until IS NULL OR leased_until < claimed_at)
    ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING *
$$;
