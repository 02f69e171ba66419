-- Cells of document_count with so many documents that finer cells are counted for them.
CREATE TABLE document_split (
  kind smallint NOT NULL,                                 -- As in document_count.
  scope_id integer NOT NULL,                              -- As in document_count.
  category_id smallint NOT NULL,                          -- As in document_count.
  type_id smallint NOT NULL,                              -- As in document_count.
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 3),  -- 0 year, 1 month, 2 day, 3 hour.
  status_rank smallint NOT NULL,                          -- As in document_count.
  bucket timestamp NOT NULL,                              -- The first moment of the cell, UTC.
  is_kept boolean NOT NULL DEFAULT false,                 -- Whether its finer cells are counted. False: a job will count them.
  PRIMARY KEY (kind, scope_id, category_id, type_id, level, status_rank, bucket)
);
CREATE INDEX document_split_to_count ON document_split (level) WHERE NOT is_kept;
