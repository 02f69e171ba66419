-- Attempts count for as long as their limit looks back, a quarter of an hour or a day, and are swept after that.
ALTER TABLE throttled_attempt ADD COLUMN until timestamptz;
UPDATE throttled_attempt SET until = at + interval '1 hour';
ALTER TABLE throttled_attempt ALTER COLUMN until SET NOT NULL;
CREATE INDEX throttled_attempt_until ON throttled_attempt (until);
DROP INDEX throttled_attempt_at;

-- Counts one attempt against every bucket if all have room, else against none. Answers the moment from which all of them
-- have room again, or null when the attempt was counted. Forgets what is out of its window.
CREATE OR REPLACE FUNCTION count_attempt(buckets text[], most integer[], within interval[], attempted_at timestamptz)
RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  free_at timestamptz;
BEGIN
  -- Whoever else counts in these buckets waits until this is committed. All lock in one order.
  PERFORM pg_advisory_xact_lock(hashtextextended(bucket, 0))
  FROM (SELECT bucket FROM unnest(buckets) AS bucket ORDER BY bucket) AS in_order;

  DELETE FROM throttled_attempt USING unnest(buckets, within) AS asked (bucket, within)
  WHERE throttled_attempt.bucket = asked.bucket AND throttled_attempt.at <= attempted_at - asked.within;

  SELECT max(standing[cardinality(standing) - asked.most + 1] + asked.within) INTO free_at
  FROM unnest(buckets, most, within) AS asked (bucket, most, within)
  CROSS JOIN LATERAL (
    SELECT array_agg(at ORDER BY at) AS standing FROM throttled_attempt
    WHERE throttled_attempt.bucket = asked.bucket
  ) AS attempts
  WHERE cardinality(standing) >= asked.most;

  IF free_at IS NULL THEN
    INSERT INTO throttled_attempt (bucket, at, until)
    SELECT bucket, attempted_at, attempted_at + asked.within FROM unnest(buckets, within) AS asked (bucket, within);
  END IF;
  -- A crash may forget the last attempts; waiting for the disk would slow every sign-in down.
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN free_at;
END $$;
