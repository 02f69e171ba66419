-- A trigger on TRUNCATE guards the table that it stands on, not its partitions.
DO $$
DECLARE
  month regclass;
BEGIN
  FOR month IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'audit_record'::regclass LOOP
    EXECUTE format('CREATE TRIGGER audit_record_is_not_emptied BEFORE TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only()', month);
  END LOOP;
END $$;
