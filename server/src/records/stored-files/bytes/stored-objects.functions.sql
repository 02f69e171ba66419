-- Keeps stored_object true to the documents.
CREATE OR REPLACE FUNCTION note_stored_objects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_object (key, byte_size, sha256, state)
    SELECT storage_key, byte_size, sha256, 'kept' FROM rows_after
    ON CONFLICT (key) DO UPDATE SET state = 'kept', byte_size = excluded.byte_size, sha256 = excluded.sha256,
      since = now(), remove_after = NULL, account_id = NULL, in_hand_until = NULL;
  ELSE
    INSERT INTO stored_object (key, byte_size, sha256, state)
    SELECT storage_key, byte_size, sha256, 'removing' FROM rows_before
    ON CONFLICT (key) DO UPDATE SET state = 'removing', since = now(), remove_after = NULL;
  END IF;
  RETURN NULL;
END $$;
