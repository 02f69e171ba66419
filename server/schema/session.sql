CREATE TABLE session (
  token_hash bytea PRIMARY KEY,                      -- SHA-256 of the token in the cookie.
  account_id integer NOT NULL REFERENCES account,    -- Whose it is.
  created_at timestamptz NOT NULL,                   -- When the person signed in.
  last_seen_at timestamptz NOT NULL,                 -- When it was last used.
  address text NOT NULL,                             -- The network address of the sign-in.
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,    -- Names the session in lists. It opens nothing.
  user_agent text,                                   -- The browser of the sign-in.
  proven_at timestamptz,                             -- When the person last proved who they are.
  second_factor text CHECK (second_factor IN ('code', 'passkey', 'issuer'))  -- What was given besides the password. Null: nothing.
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_last_seen ON session (last_seen_at);

-- A session without a proof never begins for a person with a second factor.
CREATE TRIGGER session_after_second_factor BEFORE INSERT ON session
  FOR EACH ROW WHEN (NEW.proven_at IS NULL) EXECUTE FUNCTION refuse_single_step();
