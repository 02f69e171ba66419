-- The counties of a person.
CREATE TABLE membership (
  account_id integer NOT NULL REFERENCES account,  -- The person.
  county_id integer NOT NULL REFERENCES county,    -- One of their counties.
  PRIMARY KEY (account_id, county_id)
);
CREATE INDEX membership_county ON membership (county_id, account_id);

-- People work for one of their own counties. Deferred: a trigger of account writes the membership.
ALTER TABLE account
  ADD CONSTRAINT account_county_is_theirs FOREIGN KEY (id, county_id) REFERENCES membership DEFERRABLE INITIALLY DEFERRED;
