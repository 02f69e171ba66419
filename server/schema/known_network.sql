-- Networks that an account has signed in from. They have their own limit while others attack the account.
CREATE TABLE known_network (
  account_id integer NOT NULL REFERENCES account,  -- The account.
  network text NOT NULL,                           -- The network.
  last_signed_in_at timestamptz NOT NULL,          -- When it last signed in from there.
  PRIMARY KEY (account_id, network)
);
