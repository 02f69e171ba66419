-- What is hashed of a record, behind the hash of the one before it in its chain. audit-chain.ts says the same.
CREATE OR REPLACE FUNCTION audit_record_text(r audit_record) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_array(r.chain, r.sequence, r.id, (extract(epoch FROM r.at) * 1000)::bigint, r.action, r.actor_kind,
    r.account_id, r.actor_name, r.came_from, r.subject_kind, r.subject_id, r.county_id, r.before, r.after)::text;
END $$;

-- In plpgsql, because an aggregate or a loop calls it a million times: SQL functions are prepared anew each time.
CREATE OR REPLACE FUNCTION next_audit_hash(previous bytea, record_text text) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN sha256(previous || convert_to(record_text, 'UTF8'));
END $$;

-- Appends records, an array of objects with the columns that their writer knows, to a chain that no other transaction has
-- taken. One that has taken a chain takes the same again; where all are taken another is begun. So nobody ever waits.
-- With the rights of its owner: the portal's role need not have any to write here.
CREATE OR REPLACE FUNCTION append_audit_records(entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  head audit_chain;
  entry jsonb;
  r audit_record;
BEGIN
  SELECT * INTO head FROM audit_chain
  -- The transaction's own comes first: it has written that row.
  ORDER BY xmin = pg_current_xact_id()::xid DESC, chain
  LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO audit_chain DEFAULT VALUES RETURNING * INTO head;
  END IF;
  FOR entry IN SELECT value FROM jsonb_array_elements(entries) LOOP
    r := jsonb_populate_record(NULL::audit_record, entry);
    r.id := pg_catalog.nextval('audit_record_order'::regclass);
    r.chain := head.chain;
    r.sequence := head.sequence + 1;
    r.previous_hash := head.hash;
    r.hash := next_audit_hash(head.hash, audit_record_text(r));
    INSERT INTO audit_record VALUES (r.*);
    head.sequence := r.sequence;
    head.hash := r.hash;
  END LOOP;
  UPDATE audit_chain SET sequence = head.sequence, hash = head.hash WHERE chain = head.chain;
END $$;

-- It finds the portal's own tables, not temporary ones of the same name, and is not for everybody.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION append_audit_records(jsonb) SET search_path TO %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION append_audit_records(jsonb) FROM PUBLIC;
