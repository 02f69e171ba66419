-- A mail to send. It holds no token: the sender makes it when it sends.
CREATE TABLE mail_outbox (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  recipient text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  message_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  refused_at timestamptz,
  refusal text
);
CREATE INDEX mail_outbox_waiting ON mail_outbox (id) WHERE sent_at IS NULL AND refused_at IS NULL;

CREATE TABLE job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  -- A job with a key that still waits is not queued twice.
  key text UNIQUE,
  run_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  leased_until timestamptz,
  last_error text,
  failed_at timestamptz
);
CREATE INDEX job_due ON job (run_at, id) WHERE failed_at IS NULL;

-- Who did what: append only.
CREATE TABLE audit_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  account_id integer,
  -- The e-mail at that time, or the command line's own name.
  who text NOT NULL,
  what text NOT NULL,
  -- No foreign key: the record outlives the document.
  document_id integer,
  county_id integer,
  -- Network address, or 'command line'.
  came_from text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_record_document ON audit_record (document_id, at);
CREATE INDEX audit_record_account ON audit_record (account_id, at);
CREATE INDEX audit_record_at ON audit_record (at);

CREATE FUNCTION audit_record_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit records are never changed or removed';
END $$;
CREATE TRIGGER audit_record_is_append_only BEFORE UPDATE OR DELETE ON audit_record
  FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only();
