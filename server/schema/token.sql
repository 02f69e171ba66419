-- Links in e-mails.
CREATE TABLE token (
  token_hash bytea PRIMARY KEY,                      -- SHA-256 of the token. Only the e-mail has the token.
  kind text NOT NULL CHECK (kind IN ('confirm', 'reset', 'first-password')),  -- What the link does.
  account_id integer REFERENCES account,             -- The account, of 'reset' and 'first-password'.
  registration_id integer REFERENCES registration,   -- The registration, of 'confirm'.
  created_at timestamptz NOT NULL,                   -- When it was made.
  expires_at timestamptz NOT NULL,                   -- When it ends.
  used_at timestamptz,                               -- When it was used. It works once.
  CHECK (num_nonnulls(account_id, registration_id) = 1)
);
CREATE INDEX token_account ON token (account_id);
CREATE INDEX token_registration ON token (registration_id);
CREATE INDEX token_expiry ON token (expires_at);
