-- What a device has to sign. Each works once.
CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY,   -- SHA-256 of the challenge.
  holder bytea NOT NULL,              -- Whom it was made for: SHA-256 of the secret of a browser or session.
  purpose text NOT NULL CHECK (purpose IN ('adding', 'signing in', 'proving')),  -- What it was made for.
  expires_at timestamptz NOT NULL     -- When it ends.
);
CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);
