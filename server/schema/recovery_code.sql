-- Codes for a person who has lost their app.
CREATE TABLE recovery_code (
  account_id integer NOT NULL REFERENCES second_factor ON DELETE CASCADE,  -- Whose it is.
  code_hash bytea NOT NULL,                                                -- SHA-256 of the code.
  used_at timestamptz,                                                     -- When it was used. It works once.
  PRIMARY KEY (account_id, code_hash)
);
