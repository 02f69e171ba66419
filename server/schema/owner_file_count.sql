-- How many files an owner has in a county and year, outside the recycle bin. A file with several links to an owner counts once.
CREATE TABLE owner_file_count (
  county_id integer NOT NULL,        -- The county. 0: none.
  appraisal_year smallint NOT NULL,  -- The year.
  party_number integer NOT NULL,     -- The owner.
  n integer NOT NULL,                -- How many.
  PRIMARY KEY (county_id, appraisal_year, party_number)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
