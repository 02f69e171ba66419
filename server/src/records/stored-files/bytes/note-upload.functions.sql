-- Notes that a person's upload begins, and says whether it is one of the first `share` that the person has in hand on all
-- servers. One that is not waits behind those noted before it. It counts for so many seconds, unless its server says
-- again that it has it in hand.
CREATE OR REPLACE FUNCTION note_upload(upload_key text, person integer, share integer, seconds integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever else notes one of this person waits until this is committed, and then sees it: none slip in together.
  PERFORM pg_advisory_xact_lock(hashtextextended('uploads of account ' || person, 0));
  INSERT INTO stored_object (key, state, since, account_id, in_hand_until)
  VALUES (upload_key, 'staged', clock_timestamp(), person, clock_timestamp() + make_interval(secs => seconds))
  ON CONFLICT DO NOTHING;
  RETURN (
    SELECT count(*) <= share FROM stored_object
    WHERE account_id = person AND state = 'staged' AND in_hand_until > now()
  );
END $$;
