-- The authenticator app of a person.
CREATE TABLE second_factor (
  account_id integer PRIMARY KEY REFERENCES account,  -- Whose it is.
  secret bytea NOT NULL,                              -- The secret that the app has too.
  begun_at timestamptz NOT NULL,                      -- When it was shown.
  confirmed_at timestamptz,                           -- When its first code was sent. Null: it counts for nothing yet.
  last_step bigint NOT NULL DEFAULT 0                 -- The period of 30 seconds since 1970 of the last used code. No code of that period or before works again.
);
CREATE TRIGGER second_factor_kept_in_account AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON second_factor
  FOR EACH ROW EXECUTE FUNCTION keep_has_second_factor();
