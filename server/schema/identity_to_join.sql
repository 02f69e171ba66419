-- An identity whose e-mail address has an account: it waits for a proof that the account is the same person's.
CREATE TABLE identity_to_join (
  browser_hash bytea PRIMARY KEY,                  -- SHA-256 of the secret of the browser that waits.
  account_id integer NOT NULL REFERENCES account,  -- The account to prove.
  issuer text NOT NULL,                            -- As in identity.
  subject text NOT NULL,                           -- As in identity.
  expires_at timestamptz NOT NULL                  -- When it ends.
);
CREATE INDEX identity_to_join_expires ON identity_to_join (expires_at);
CREATE INDEX identity_to_join_account ON identity_to_join (account_id);
