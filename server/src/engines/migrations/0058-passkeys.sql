-- Keys that people's devices keep (Web Authentication): with one of them a person signs in without a password. Servers of
-- the release before neither know nor need them.
CREATE TABLE passkey (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account,
  credential_id bytea NOT NULL UNIQUE,
  -- A COSE key, as the device gave it.
  public_key bytea NOT NULL,
  -- What the device knows the account by.
  user_handle bytea NOT NULL,
  -- How often it has signed, by its own count; devices that do not count say 0.
  sign_count bigint NOT NULL,
  -- How its device is reached: usb, nfc, ble, hybrid, internal.
  transports text[] NOT NULL,
  -- Whether it may be copied to other devices of its person, and whether it has been.
  may_be_backed_up boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkey_of_account ON passkey (account_id);

-- What a device has to sign, once: for whom it was made (a browser or a session) and for what.
CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY,
  holder bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('adding', 'signing in', 'proving')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);
