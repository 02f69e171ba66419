-- Who did what. Records are only added. A hash chains each record to the one before it, and each month of UTC has its own
-- partition. The portal's role only reads it: append_audit_records writes, and add_audit_months makes the partitions.
CREATE TABLE audit_record (
  id bigint NOT NULL,            -- The order in which records were written, across chains.
  at timestamptz(3) NOT NULL,    -- When it was.
  chain integer NOT NULL,        -- Its chain.
  sequence bigint NOT NULL,      -- Its place in the chain, from 1 without a gap.
  action text NOT NULL,          -- What was done, such as 'document.uploaded'.
  actor_kind text NOT NULL,      -- 'person', 'proven' (signed in a moment ago), 'run' (a job for a person), 'anonymous', 'command line' …
  account_id integer,            -- Who did it. Without foreign keys: the record outlives its subject.
  actor_name text NOT NULL,      -- Their e-mail address then, or 'command line' or 'anonymous'.
  came_from text NOT NULL,       -- The network address, or 'command line'.
  subject_kind text NOT NULL,    -- What it was done to: 'document', 'account', 'county', 'address' …
  subject_id text NOT NULL,      -- Its number or name.
  county_id integer,             -- The county that it concerns.
  before jsonb,                  -- The facts before.
  after jsonb,                   -- The facts after.
  previous_hash bytea NOT NULL,  -- The hash of the record before it in its chain.
  hash bytea NOT NULL,           -- SHA-256 of previous_hash and of the other columns, see audit_record_text.
  PRIMARY KEY (chain, sequence, at)
) PARTITION BY RANGE (at);
-- Has the records of a month without a partition, so that no write fails.
CREATE TABLE audit_record_default PARTITION OF audit_record DEFAULT;
CREATE SEQUENCE audit_record_order AS bigint;

CREATE INDEX audit_record_subject ON audit_record (subject_kind, subject_id, at);
CREATE INDEX audit_record_actor ON audit_record (actor_name, at);
CREATE INDEX audit_record_at ON audit_record (at);
CREATE INDEX audit_record_county ON audit_record (county_id, at);
CREATE INDEX audit_record_action ON audit_record (action, at);
CREATE INDEX audit_record_county_action ON audit_record (county_id, action, at);
-- Actions on a person of several counties: each of these counties reads them, though the record has one county.
CREATE INDEX audit_record_concerned ON audit_record
  USING gin ((coalesce(before -> 'countyIDs', '[]') || coalesce(after -> 'countyIDs', '[]')))
  WHERE action IN ('account.added', 'account.changed', 'account.sessions_ended', 'account.link_sent', 'account.link_made', 'second_factor.reset');

-- For each row, because such a trigger applies to every partition too.
CREATE TRIGGER audit_record_is_append_only BEFORE UPDATE OR DELETE ON audit_record
  FOR EACH ROW EXECUTE FUNCTION audit_record_is_append_only();
-- A trigger on TRUNCATE does not apply to partitions: each has its own.
CREATE TRIGGER audit_record_is_not_emptied BEFORE TRUNCATE ON audit_record
  FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only();
CREATE TRIGGER audit_record_is_not_emptied BEFORE TRUNCATE ON audit_record_default
  FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only();
