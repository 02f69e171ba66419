-- The objects in the store. A sweep finds here what to remove, without a walk of the store.
CREATE TABLE stored_object (
  key text PRIMARY KEY,                               -- Its key in the store.
  byte_size integer,                                  -- Its size. Null until it is known.
  sha256 bytea CHECK (octet_length(sha256) = 32),     -- SHA-256 of its bytes. Null until it is known.
  mib_sha256 bytea,                                   -- SHA-256 of each MiB, 32 bytes each. Of objects from before mib_tags.
  -- 'staged': of an upload that has not ended, or has failed. 'kept': of a document. 'removing': of a deleted document.
  -- 'quarantined': no document has it and none ever gave it up, or it has a virus.
  state text NOT NULL CHECK (state IN ('staged', 'kept', 'removing', 'quarantined')),
  -- 'none': not scanned. 'pending': blocked until a scanner finds it clean. 'clean'. 'infected'.
  scan_state text NOT NULL DEFAULT 'none',
  since timestamptz NOT NULL DEFAULT now(),           -- The moment of the state, by the database's clock.
  remove_after timestamptz,                           -- No sweep takes it before. A sweep that takes it sets this later.
  store smallint NOT NULL DEFAULT 1,                  -- The store with its bytes, see document_store.number.
  holds smallint NOT NULL DEFAULT 0,                  -- How many holds it has. An object with a hold is never removed.
  scanned_at timestamptz,                             -- When a scan of it last ended.
  scan_finding text,                                  -- The name of the virus.
  scan_trouble text,                                  -- Why the last scan failed.
  scan_tries integer NOT NULL DEFAULT 0,              -- How many scans failed.
  scan_due timestamptz NOT NULL DEFAULT now(),        -- No scan before this moment.
  account_id integer,                                 -- Who uploads it. Without a foreign key, so that uploads do not lock the account.
  in_hand_until timestamptz,                          -- Until when its server works on it, unless the server renews it.
  mib_tags bytea,                                     -- Proves each MiB of a large object: a key of 32 bytes, then 16 bytes for each MiB.
  CONSTRAINT stored_object_check CHECK (octet_length(mib_sha256) = 32 * ((byte_size + 1048575) / 1048576)),
  CONSTRAINT stored_object_check1 CHECK (state <> 'kept' OR (byte_size IS NOT NULL AND sha256 IS NOT NULL)),
  CONSTRAINT stored_object_holds_check CHECK (holds >= 0),
  CONSTRAINT stored_object_scan_state_check CHECK (scan_state IN ('none', 'pending', 'clean', 'infected')),
  CONSTRAINT stored_object_mib_tags_are_whole
    CHECK (octet_length(mib_tags) = 32 + 16 * ((byte_size + 1048575) / 1048576))
);
CREATE INDEX stored_object_to_sweep ON stored_object (state, since) WHERE state <> 'kept';
CREATE INDEX stored_object_to_scan ON stored_object (scan_state, scan_due) WHERE scan_state <> 'clean';
CREATE INDEX stored_object_in_trouble ON stored_object (key) WHERE scan_trouble IS NOT NULL;
-- With the moment, so that a count never reads earlier uploads, however long a backup's snapshot keeps them.
CREATE INDEX stored_object_in_hand ON stored_object (account_id, in_hand_until) WHERE state = 'staged';
