-- Single sign-on (OpenID Connect): the account of a person whom an issuer knows.
CREATE TABLE identity (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  account_id integer NOT NULL REFERENCES account,       -- The account that it signs in to.
  issuer text NOT NULL,                                 -- The address of the issuer (`iss`).
  subject text NOT NULL,                                -- What the issuer calls the person (`sub`). Never the e-mail address, which another person may get.
  created_at timestamptz(3) NOT NULL,                   -- When it was joined to the account.
  last_used_at timestamptz(3) NOT NULL,                 -- When it was last used.
  given_role text,                                      -- The role that the issuer's rules gave last. Null: the issuer did not make the account.
  given_county_ids integer[],                           -- The counties that the issuer's rules gave last.
  UNIQUE (issuer, subject),
  CHECK ((given_role IS NULL) = (given_county_ids IS NULL))
);
CREATE INDEX identity_of_account ON identity (account_id);
