-- Who else may register for a county: single addresses, for districts that use free mail.
CREATE TABLE county_email_address (
  county_id integer NOT NULL REFERENCES county,            -- The county.
  address text NOT NULL CHECK (address = lower(address)),  -- The whole address.
  PRIMARY KEY (county_id, address)
);
