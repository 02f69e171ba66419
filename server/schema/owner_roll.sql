-- The whole roll of a county and year as compressed columns, which a screen gets at once. A change of the roll raises its
-- version. The next reader, or a job after an import, writes the columns again.
CREATE TABLE owner_roll (
  county_id integer NOT NULL REFERENCES county,                -- The county.
  appraisal_year smallint NOT NULL,                            -- The year.
  version bigint NOT NULL,                                     -- How often the roll has changed.
  written_version bigint,                                      -- The version of the columns. Null: there are none yet.
  content_hash bytea CHECK (octet_length(content_hash) = 32),  -- SHA-256 of the columns as JSON.
  columns bytea,                                               -- JSON, compressed with Brotli.
  PRIMARY KEY (county_id, appraisal_year)
);
ALTER TABLE owner_roll ALTER COLUMN columns SET STORAGE EXTERNAL;
