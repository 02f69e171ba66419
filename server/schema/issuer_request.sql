-- A sign-in whose person is at the issuer. Each works once, in one browser.
CREATE TABLE issuer_request (
  state_hash bytea PRIMARY KEY,     -- SHA-256 of the `state`.
  browser_hash bytea NOT NULL,      -- SHA-256 of the browser's secret.
  issuer text NOT NULL,             -- The address of the issuer.
  nonce text NOT NULL,              -- Must be in the ID token.
  code_verifier text NOT NULL,      -- Proves that the portal began the request (PKCE).
  expires_at timestamptz NOT NULL   -- When it ends.
);
CREATE INDEX issuer_request_expires ON issuer_request (expires_at);
