-- Browsers that an account has signed in with. The person gets an e-mail after a sign-in with another one.
CREATE TABLE known_device (
  account_id integer NOT NULL REFERENCES account,  -- The account.
  network text NOT NULL,                           -- The network of the browser.
  browser text NOT NULL,                           -- The browser, in plain words. Empty: any, from before browsers were recorded.
  last_signed_in_at timestamptz(3) NOT NULL,       -- When it last signed in with it.
  PRIMARY KEY (account_id, network, browser)
);
