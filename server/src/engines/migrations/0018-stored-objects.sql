-- What lies in the store, as the database knows it: what is to be swept is found here, and not by a walk of the store.
CREATE TABLE stored_object (
  key text PRIMARY KEY,
  -- Null until it is known: of what is staged, and of what no document ever had.
  byte_size integer,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  -- SHA-256 of each MiB begun, one after the other: 32 bytes for each.
  mib_sha256 bytea CHECK (octet_length(mib_sha256) = 32 * ((byte_size + 1048575) / 1048576)),
  -- 'staged': of an upload under way, or of one that broke off. 'kept': of a document. 'removing': of a document that was
  -- deleted for good. 'quarantined': set aside, because no document has it and none ever gave it up.
  state text NOT NULL CHECK (state IN ('staged', 'kept', 'removing', 'quarantined')),
  scan_state text NOT NULL DEFAULT 'none',
  -- The moment of the state, by the clock of the database, as all that is decided by it.
  since timestamptz NOT NULL DEFAULT now(),
  -- Nobody sweeps it before: whoever claims it to do so sets this ahead, so that it has its time, and a failure a pause.
  remove_after timestamptz,
  CHECK (state <> 'kept' OR (byte_size IS NOT NULL AND sha256 IS NOT NULL))
);
CREATE INDEX stored_object_to_sweep ON stored_object (state, since) WHERE state <> 'kept';

-- Which store belongs to this database: the same id lies in the store.
CREATE TABLE document_store (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
  id uuid NOT NULL
);

-- Whoever writes documents, an older release too, the table stays true; what is rolled back was never here.
CREATE FUNCTION note_stored_objects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_object (key, byte_size, sha256, state)
    SELECT storage_key, byte_size, sha256, 'kept' FROM rows_after
    ON CONFLICT (key) DO UPDATE SET state = 'kept', byte_size = excluded.byte_size, sha256 = excluded.sha256,
      since = now(), remove_after = NULL;
  ELSE
    INSERT INTO stored_object (key, byte_size, sha256, state)
    SELECT storage_key, byte_size, sha256, 'removing' FROM rows_before
    ON CONFLICT (key) DO UPDATE SET state = 'removing', since = now(), remove_after = NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stored_object_kept AFTER INSERT ON document REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_stored_objects();
CREATE TRIGGER stored_object_removing AFTER DELETE ON document REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_stored_objects();

INSERT INTO stored_object (key, byte_size, sha256, state, since)
SELECT storage_key, byte_size, sha256, 'kept', uploaded_at FROM document;

-- What an older release queued to remove, given up or not, is found here from now on.
WITH queued AS (
  DELETE FROM job WHERE kind = 'remove-stored-bytes' RETURNING payload->>'storageKey' AS key
)
INSERT INTO stored_object (key, state) SELECT DISTINCT key, 'removing' FROM queued WHERE key IS NOT NULL
ON CONFLICT (key) DO NOTHING;
