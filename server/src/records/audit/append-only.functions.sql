-- Stands before every change and removal of an audit record.
CREATE OR REPLACE FUNCTION audit_record_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit records are never changed or removed';
END $$;
