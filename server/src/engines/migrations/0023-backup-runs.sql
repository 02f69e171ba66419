-- The portal's own backups: how old the last good one is, and whether one runs.
CREATE TABLE backup_run (
  id uuid PRIMARY KEY,
  -- Where it lies, or was to lie.
  place text NOT NULL,
  -- The earlier one to which it adds; null for one that is whole by itself.
  since uuid,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- While it has not ended, bytes of deleted documents stay until then: it may be on its way to them. Renewed as it goes.
  holds_until timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why it is none, in one line; null for a good one.
  failure text,
  document_count integer,
  -- Of all its documents, and of those that lie in it and not in an earlier one.
  byte_count bigint,
  own_byte_count bigint,
  -- Documents whose bytes could not be had.
  lacking_count integer
);
CREATE INDEX backup_run_begun ON backup_run (begun_at);
