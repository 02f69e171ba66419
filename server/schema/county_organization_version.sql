-- Each server has a county's names in memory and reads them again after this number has grown. TRUNCATE does not count.
CREATE TABLE county_organization_version (
  county_id integer PRIMARY KEY REFERENCES county,  -- The county.
  version bigint NOT NULL                           -- How often its names have changed.
);
