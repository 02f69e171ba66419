-- A sign-in after its first step and before its code. Not in session, so that no reader of sessions finds it.
CREATE TABLE half_session (
  token_hash bytea PRIMARY KEY,                             -- SHA-256 of the token in the cookie.
  account_id integer NOT NULL REFERENCES account,           -- Whose it is.
  password_digest bytea,                                    -- SHA-256 of the password's hash, after a password. A new password ends it.
  created_at timestamptz NOT NULL,                          -- When the first step was done.
  identity_id integer REFERENCES identity ON DELETE CASCADE,  -- The identity, after an issuer.
  id_token text,                                            -- The token of the issuer, for session_identity.
  CONSTRAINT half_session_begun_by
    CHECK ((password_digest IS NULL) <> (identity_id IS NULL) AND (identity_id IS NULL) = (id_token IS NULL))
);
CREATE INDEX half_session_account ON half_session (account_id);
CREATE INDEX half_session_created ON half_session (created_at);
