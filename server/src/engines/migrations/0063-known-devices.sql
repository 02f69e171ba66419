-- Browsers, in plain words, at the networks that an account has signed in from with them: its person is told by mail of
-- a sign-in with another. Servers of the release before do not write here; what they let in is new to this one.
CREATE TABLE known_device (
  account_id integer NOT NULL REFERENCES account,
  network text NOT NULL,
  -- Empty of a network that was known before browsers were told apart: any.
  browser text NOT NULL,
  last_signed_in_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, network, browser)
);
INSERT INTO known_device (account_id, network, browser, last_signed_in_at)
SELECT account_id, network, '', last_signed_in_at FROM known_network;
