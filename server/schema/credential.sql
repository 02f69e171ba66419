-- The password of an account. Not in account, because a person can sign in without a password.
CREATE TABLE credential (
  account_id integer PRIMARY KEY REFERENCES account,  -- Whose it is.
  password_hash text NOT NULL,                        -- Argon2id, with its parameters and salt.
  changed_at timestamptz NOT NULL,                    -- When it was set.
  needs_proof boolean NOT NULL DEFAULT true           -- Whether it came with a registration and nobody has proved yet that the same person reads the mail.
);
CREATE TRIGGER credential_kept_in_account AFTER INSERT OR DELETE ON credential
  FOR EACH ROW EXECUTE FUNCTION keep_has_password();
