-- Single sign-on (OpenID Connect): whom an issuer calls what, and the account that it signs in to. Servers of the release
-- before neither know nor need these; the one column of theirs that is loosened here they always fill.
CREATE TABLE identity (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account,
  -- The address of the issuer, and its name for the person (`iss` and `sub`): never their mail address, which may be
  -- given to somebody else.
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  -- What the issuer's rules gave when they last spoke, of an account that they made; null of one that was there before.
  given_role text,
  given_county_ids integer[],
  UNIQUE (issuer, subject),
  CHECK ((given_role IS NULL) = (given_county_ids IS NULL))
);
CREATE INDEX identity_of_account ON identity (account_id);

-- Which identity a session was begun by, and the token that tells its issuer so when it is to end there, too.
CREATE TABLE session_identity (
  session_id integer PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  identity_id integer NOT NULL REFERENCES identity ON DELETE CASCADE,
  id_token text NOT NULL
);
CREATE INDEX session_identity_of ON session_identity (identity_id);

-- A sign-in that somebody was sent to an issuer for, once: of one browser, at one issuer.
CREATE TABLE issuer_request (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  issuer text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX issuer_request_expires ON issuer_request (expires_at);

-- An identity that waits in a browser for its person to prove the account that its address has already.
CREATE TABLE identity_to_join (
  browser_hash bytea PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account,
  issuer text NOT NULL,
  subject text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX identity_to_join_expires ON identity_to_join (expires_at);
CREATE INDEX identity_to_join_account ON identity_to_join (account_id);

-- A sign-in may wait for its code after an issuer, too, in place of a password.
ALTER TABLE half_session ALTER COLUMN password_digest DROP NOT NULL;
ALTER TABLE half_session ADD COLUMN identity_id integer REFERENCES identity ON DELETE CASCADE;
ALTER TABLE half_session ADD COLUMN id_token text;
ALTER TABLE half_session ADD CONSTRAINT half_session_begun_by
  CHECK ((password_digest IS NULL) <> (identity_id IS NULL) AND (identity_id IS NULL) = (id_token IS NULL));
