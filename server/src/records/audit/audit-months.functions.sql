-- Gives each month of UTC between these moments a partition of its own. A month whose records have begun to fall into the
-- default partition stays there. Gives up for now where readers are in the way for longer than a second. With the rights of
-- its owner, so that a month is nobody else's; so many at once, and in all, that nobody fills the database with tables.
CREATE OR REPLACE FUNCTION add_audit_months(first timestamptz, last timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '1s' AS $$
DECLARE
  month timestamp;
  name text;
  begins timestamptz;
  ends timestamptz;
BEGIN
  IF last - first > interval '3653 days' THEN
    RAISE EXCEPTION 'add_audit_months makes ten years of months at once at most, not from % to %', first, last;
  END IF;
  -- What has no month of its own is kept nevertheless.
  IF (SELECT count(*) FROM pg_inherits WHERE inhparent = 'audit_record'::regclass) > 1200 THEN RETURN; END IF;
  -- Servers that do this at once would make the same table.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('add_audit_months', 0)) THEN RETURN; END IF;
  FOR month IN
    SELECT generate_series(date_trunc('month', first AT TIME ZONE 'UTC'), last AT TIME ZONE 'UTC', '1 month')
  LOOP
    name := 'audit_record_' || to_char(month, 'YYYY_MM');
    begins := month AT TIME ZONE 'UTC';
    ends := (month + interval '1 month') AT TIME ZONE 'UTC';
    CONTINUE WHEN to_regclass(name) IS NOT NULL
      OR EXISTS (SELECT FROM audit_record_default WHERE at >= begins AND at < ends);
    EXECUTE format('CREATE TABLE %I PARTITION OF audit_record FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
    EXECUTE format('CREATE TRIGGER audit_record_is_not_emptied BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only()', name);
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  RETURN;
END $$;

-- It finds the portal's own tables, not temporary ones of the same name, and is not for everybody.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION add_audit_months(timestamptz, timestamptz) SET search_path TO %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION add_audit_months(timestamptz, timestamptz) FROM PUBLIC;

-- Months that an older release's function made, as a restore of its backup does, are guarded as those of this one.
DO $$
DECLARE
  month regclass;
BEGIN
  FOR month IN
    SELECT inhrelid::regclass FROM pg_inherits
    WHERE inhparent = 'audit_record'::regclass
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = inhrelid AND tgname = 'audit_record_is_not_emptied')
  LOOP
    EXECUTE format('CREATE TRIGGER audit_record_is_not_emptied BEFORE TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only()', month);
  END LOOP;
END $$;
