-- What has changed in owner_file_count since the last fold, as document_delta.
CREATE TABLE owner_file_delta (
  county_id integer NOT NULL,        -- The county. 0: none.
  appraisal_year smallint NOT NULL,  -- The year.
  party_number integer NOT NULL,     -- The owner.
  n integer NOT NULL                 -- How many more.
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
