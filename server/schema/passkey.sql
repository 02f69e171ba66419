-- Keys on people's devices (Web Authentication). A passkey replaces the password.
CREATE TABLE passkey (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  account_id integer NOT NULL REFERENCES account,       -- Whose it is.
  credential_id bytea NOT NULL UNIQUE,                  -- Its name on the device.
  public_key bytea NOT NULL,                            -- A COSE key, as the device gave it.
  user_handle bytea NOT NULL,                           -- What the device calls the account.
  sign_count bigint NOT NULL,                           -- How often it has signed. Devices that do not count say 0.
  transports text[] NOT NULL,                           -- How a browser reaches the device: usb, nfc, ble, hybrid, internal.
  may_be_backed_up boolean NOT NULL,                    -- Whether its person may copy it to other devices.
  is_backed_up boolean NOT NULL,                        -- Whether it was copied.
  name text NOT NULL CHECK (name <> ''),                -- What its person calls it.
  created_at timestamptz(3) NOT NULL,                   -- When it was added.
  last_used_at timestamptz(3)                           -- When it was last used.
);
CREATE INDEX passkey_of_account ON passkey (account_id);
