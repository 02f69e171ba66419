-- Where many documents lie in one cell of the list, an archive loaded in a day for one, the cell is counted finer: by the
-- month, day, hour or minute, and only there, so that the tables stay small.

-- The minute of the upload, UTC; null from who counted before this.
ALTER TABLE document_delta ADD COLUMN minute timestamp;

-- The cells that are counted finer than their key is everywhere; see document_count for the key.
CREATE TABLE document_split (
  kind smallint NOT NULL,
  scope_id integer NOT NULL,
  category_id smallint NOT NULL,
  type_id smallint NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 3),  -- 0 year, 1 month, 2 day, 3 hour
  status_rank smallint NOT NULL,
  bucket timestamp NOT NULL,                              -- the cell's first moment, UTC
  is_kept boolean NOT NULL DEFAULT false,                 -- false: it waits to be counted
  PRIMARY KEY (kind, scope_id, category_id, type_id, level, status_rank, bucket)
);
CREATE INDEX document_split_to_count ON document_split (level) WHERE NOT is_kept;

-- The finer cells: of the level below a split cell, for each that is kept. Filled and folded as document_count is.
CREATE TABLE document_fine_count (
  kind smallint NOT NULL,
  scope_id integer NOT NULL,
  category_id smallint NOT NULL,
  type_id smallint NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 4),  -- 1 month, 2 day, 3 hour, 4 minute
  status_rank smallint NOT NULL,
  bucket timestamp NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (kind, scope_id, category_id, type_id, level, status_rank, bucket)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- What is dense already; the job that folds counts it, a cell at a time, and nobody waits.
INSERT INTO document_split (kind, scope_id, category_id, type_id, level, status_rank, bucket)
SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket FROM document_count
WHERE n > 5000 AND level = document_count_depth(kind, category_id <> 0, type_id <> 0);
