-- What has changed in bin_count since the last fold, as document_delta.
CREATE TABLE bin_delta (
  county_id integer NOT NULL,    -- The county. 0: none.
  uploaded_by integer NOT NULL,  -- The uploader.
  n integer NOT NULL             -- How many more.
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
