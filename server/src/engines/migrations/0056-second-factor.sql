-- Whoever has a confirmed second factor signs in by two steps. Servers of the release before know one step only and could
-- let them in by the password alone: what they begin has no proof (`proven_at`), and is refused for these people.

LOCK TABLE account, session IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE second_factor (
  account_id integer PRIMARY KEY REFERENCES account,
  -- Shared with the authenticator app of its person.
  secret bytea NOT NULL,
  begun_at timestamptz NOT NULL,
  -- Null until the first code of it was sent.
  confirmed_at timestamptz,
  -- The last period of 30 seconds since 1970 of which a code was used: none of that or before counts again.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
  account_id integer NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

-- A sign-in after its password and before its code. Not a session that lacks something: who reads sessions finds none.
CREATE TABLE half_session (
  token_hash bytea PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account,
  -- SHA-256 of the password's hash: it opens nothing once there is another password.
  password_digest bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX half_session_account ON half_session (account_id);
CREATE INDEX half_session_created ON half_session (created_at);

CREATE FUNCTION refuse_single_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM second_factor AS s WHERE s.account_id = NEW.account_id AND s.confirmed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'Account % has a second factor: its sessions begin on servers that ask for it.', NEW.account_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER session_after_second_factor BEFORE INSERT ON session
  FOR EACH ROW WHEN (NEW.proven_at IS NULL) EXECUTE FUNCTION refuse_single_step();
