-- The portal's own backups.
CREATE TABLE backup_run (
  id uuid PRIMARY KEY,                          -- Its number, also in its manifest.
  place text NOT NULL,                          -- Where it is, or was to be.
  since uuid,                                   -- The earlier backup that it adds to. Null: it is complete by itself.
  begun_at timestamptz NOT NULL DEFAULT now(),  -- When it began.
  holds_until timestamptz NOT NULL,             -- While it runs, bytes of deleted documents stay until then. It renews this.
  ended_at timestamptz,                         -- When it ended.
  failure text,                                 -- Why it failed, in one line. Null: it is good.
  document_count integer,                       -- How many documents it has.
  byte_count bigint,                            -- Bytes of all its documents.
  own_byte_count bigint,                        -- Bytes of those that no earlier backup has.
  lacking_count integer                         -- Documents without readable bytes.
);
CREATE INDEX backup_run_begun ON backup_run (begun_at);
