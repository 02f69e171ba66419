-- How many documents are in the recycle bin.
CREATE TABLE bin_count (
  county_id integer NOT NULL,    -- The county. 0: none.
  uploaded_by integer NOT NULL,  -- The uploader.
  n integer NOT NULL,            -- How many.
  PRIMARY KEY (county_id, uploaded_by)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
