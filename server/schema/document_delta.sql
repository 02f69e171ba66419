-- What has changed in document_count since the last fold. Rows are only added: two uploads never lock the same row, so counting
-- neither slows them nor deadlocks. A fold empties the table every second, so the vacuum does not wait for its size.
CREATE TABLE document_delta (
  county_id integer,              -- The county.
  uploaded_by integer NOT NULL,   -- The uploader. 0: it has a county.
  category_id smallint NOT NULL,  -- The category.
  type_id smallint NOT NULL,      -- The type.
  status_rank smallint NOT NULL,  -- The status.
  day date NOT NULL,              -- The day of the upload, UTC.
  n integer NOT NULL,             -- How many more.
  minute timestamp                -- The minute of the upload, UTC.
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
