-- The audit record as it is to last: codes instead of texts, typed subjects, a partition a month of UTC, and hashes that
-- chain each record to the one before it.
ALTER TABLE audit_record RENAME TO audit_record_in_texts;
ALTER INDEX audit_record_pkey RENAME TO audit_record_in_texts_pkey;
DROP INDEX audit_record_document, audit_record_account, audit_record_at;
DROP TRIGGER audit_record_is_append_only ON audit_record_in_texts;

-- Where each chain ends. Whoever writes takes one that nobody else has taken, so that writers never wait for each other.
CREATE TABLE audit_chain (
  chain integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of its newest record.
  sequence bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT ''
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- In the order in which records were written, across chains.
CREATE SEQUENCE audit_record_order AS bigint;

CREATE TABLE audit_record (
  id bigint NOT NULL,
  -- To the millisecond, as the clock tells it and the hash says it.
  at timestamptz(3) NOT NULL,
  chain integer NOT NULL,
  -- In its chain, from 1 without a gap.
  sequence bigint NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL,
  account_id integer,
  -- The e-mail at that time, or 'command line' or 'anonymous'.
  actor_name text NOT NULL,
  -- Network address, or 'command line'.
  came_from text NOT NULL,
  -- No foreign key: the record outlives its subject.
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  county_id integer,
  before jsonb,
  after jsonb,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
) PARTITION BY RANGE (at);
-- Takes what has no month of its own, so that no write fails for want of one.
CREATE TABLE audit_record_default PARTITION OF audit_record DEFAULT;

CREATE FUNCTION add_audit_months(first timestamptz, last timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month timestamp;
  name text;
BEGIN
  FOR month IN
    SELECT generate_series(date_trunc('month', first AT TIME ZONE 'UTC'), last AT TIME ZONE 'UTC', '1 month')
  LOOP
    name := 'audit_record_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF audit_record FOR VALUES FROM (%L) TO (%L)', name,
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;
SELECT add_audit_months(at, at) FROM (
  SELECT DISTINCT date_trunc('month', at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS at FROM audit_record_in_texts
) AS known;
SELECT add_audit_months(now(), now() + interval '2 months');

CREATE FUNCTION audit_record_text(r audit_record) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_array(r.chain, r.sequence, r.id, (extract(epoch FROM r.at) * 1000)::bigint, r.action, r.actor_kind,
    r.account_id, r.actor_name, r.came_from, r.subject_kind, r.subject_id, r.county_id, r.before, r.after)::text;
END $$;
CREATE FUNCTION next_audit_hash(previous bytea, record_text text) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN sha256(previous || convert_to(record_text, 'UTF8'));
END $$;
CREATE AGGREGATE audit_hash_so_far(text) (SFUNC = next_audit_hash, STYPE = bytea, INITCOND = '');

-- What there is becomes the first chain, in its order.
INSERT INTO audit_record
SELECT id, at, chain, sequence, action, actor_kind, account_id, who, came_from, subject_kind, subject_id, county_id,
  before, after, coalesce(lag(hash) OVER (ORDER BY id), ''), hash
FROM (
  SELECT told.*, audit_hash_so_far(audit_record_text(ROW(id, at, chain, sequence, action, actor_kind, account_id, who,
    came_from, subject_kind, subject_id, county_id, before, after, NULL, NULL)::audit_record))
    OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS hash
  FROM (
    SELECT r.id, r.at::timestamptz(3) AS at, 1 AS chain, row_number() OVER (ORDER BY r.id) AS sequence,
      coalesce(code.action, r.what) AS action, r.account_id, r.who, r.came_from, r.county_id, r.before, r.after,
      CASE WHEN r.account_id IS NULL AND r.who = 'command line' THEN 'command line'
        WHEN r.account_id IS NULL THEN 'anonymous'
        WHEN r.what IN ('signed in', 'signed out', 'address confirmed', 'password set') THEN 'proven'
        ELSE 'person' END AS actor_kind,
      subject.kind AS subject_kind,
      CASE subject.kind WHEN 'document' THEN r.document_id::text
        WHEN 'address' THEN coalesce(r.after->>'email', r.who)
        WHEN 'account' THEN coalesce(r.after->>'userID', r.account_id::text, r.who)
        ELSE r.county_id::text END AS subject_id
    FROM audit_record_in_texts AS r
    LEFT JOIN (VALUES
      ('signed in', 'session.started'), ('signed out', 'session.ended'),
      ('account added', 'account.added'), ('account changed', 'account.changed'),
      ('password set', 'password.set'), ('password reset asked', 'password.reset_requested'),
      ('registered', 'address.registered'), ('address confirmed', 'address.confirmed'),
      ('county added', 'county.added'), ('county changed', 'county.changed'),
      ('organizations imported', 'organizations.imported'), ('agents imported', 'agents.imported'),
      ('owner values imported', 'owner_values.imported'), ('uploaded', 'document.uploaded'),
      ('downloaded', 'document.downloaded'), ('moved to the recycle bin', 'document.binned'),
      ('restored', 'document.restored'), ('permanently deleted', 'document.deleted'),
      ('description or type changed', 'document.described'), ('status changed', 'document.status_set'),
      ('rendered info changed', 'document.rendered_set'), ('owner linked', 'owner.linked'),
      ('owner unlinked', 'owner.unlinked'), ('agent linked', 'agent.linked'), ('agent unlinked', 'agent.unlinked')
    ) AS code (what, action) ON code.what = r.what
    CROSS JOIN LATERAL (SELECT CASE WHEN r.document_id IS NOT NULL THEN 'document'
      WHEN r.what IN ('registered', 'password reset asked') THEN 'address'
      WHEN r.what IN ('county added', 'county changed') OR r.what LIKE '% imported' THEN 'county'
      ELSE 'account' END AS kind) AS subject
  ) AS told
) AS chained;
DROP AGGREGATE audit_hash_so_far(text);

INSERT INTO audit_chain (sequence, hash)
SELECT sequence, hash FROM audit_record WHERE id = (SELECT max(id) FROM audit_record_in_texts);
SELECT setval('audit_record_order', id) FROM (SELECT max(id) AS id FROM audit_record_in_texts) AS newest WHERE id IS NOT NULL;
DROP TABLE audit_record_in_texts;

ALTER TABLE audit_record ADD PRIMARY KEY (chain, sequence, at);
CREATE INDEX audit_record_subject ON audit_record (subject_kind, subject_id, at);
CREATE INDEX audit_record_actor ON audit_record (actor_name, at);
CREATE INDEX audit_record_at ON audit_record (at);

-- For each row, so that it stands before every partition too.
CREATE TRIGGER audit_record_is_append_only BEFORE UPDATE OR DELETE ON audit_record
  FOR EACH ROW EXECUTE FUNCTION audit_record_is_append_only();
CREATE TRIGGER audit_record_is_not_emptied BEFORE TRUNCATE ON audit_record
  FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only();
CREATE TRIGGER audit_chain_is_kept BEFORE DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only();
