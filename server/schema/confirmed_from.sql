-- Where the link of an account's registration was opened, while its password needs proof.
CREATE TABLE confirmed_from (
  account_id integer NOT NULL REFERENCES account,  -- The account.
  network text NOT NULL,                           -- The network of the browser.
  browser_hash bytea NOT NULL,                     -- SHA-256 of the browser's secret.
  confirmed_at timestamptz NOT NULL,               -- When the link was opened.
  PRIMARY KEY (account_id, network, browser_hash)
);
CREATE INDEX confirmed_from_at ON confirmed_from (confirmed_at);
