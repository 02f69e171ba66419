-- Gives a role what the portal needs of the tables of whoever calls this, and no more: it reads the audit record and adds to
-- it by append_audit_records alone, and reads which migrations there were.
CREATE OR REPLACE FUNCTION grant_portal_rights(portal_role name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), portal_role);
  FOR part IN
    SELECT c.oid::regclass AS name, c.relkind,
      c.oid IN ('audit_record'::regclass, 'audit_chain'::regclass, 'schema_migration'::regclass,
        'schema_repeatable'::regclass) AS is_read,
      EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = 'audit_record'::regclass) AS is_month
    FROM pg_class AS c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
      AND c.relowner = current_user::regrole AND c.oid <> 'audit_record_order'::regclass
  LOOP
    IF part.is_read OR part.is_month THEN
      EXECUTE format('REVOKE ALL ON %s FROM %I', part.name, portal_role);
    END IF;
    CONTINUE WHEN part.is_month;
    EXECUTE format('GRANT %s ON %s %s TO %I',
      CASE WHEN part.is_read THEN 'SELECT' WHEN part.relkind = 'S' THEN 'USAGE' ELSE 'SELECT, INSERT, UPDATE, DELETE' END,
      CASE part.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, part.name, portal_role);
  END LOOP;
  -- It vacuums what is emptied every second; before PostgreSQL 17 autovacuum alone may.
  IF current_setting('server_version_num')::integer >= 170000 THEN
    EXECUTE format('GRANT MAINTAIN ON document_delta, bin_delta, owner_file_delta TO %I', portal_role);
  END IF;
  EXECUTE format('GRANT EXECUTE ON FUNCTION append_audit_records(jsonb), add_audit_months(timestamptz, timestamptz) TO %I',
    portal_role);
END $$;
