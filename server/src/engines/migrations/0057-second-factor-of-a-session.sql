-- What else than the password was given in a session: a code of an app or a recovery code, a passkey, or the word of who
-- signs people in for the portal. Null where nothing was, so in the sessions that servers of the release before begin.
ALTER TABLE session
  ADD COLUMN second_factor text CHECK (second_factor IN ('code', 'passkey', 'issuer'));
