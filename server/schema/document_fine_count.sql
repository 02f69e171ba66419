-- The finer cells: one level below each cell of document_split. Folded as document_count.
CREATE TABLE document_fine_count (
  kind smallint NOT NULL,                                 -- As in document_count.
  scope_id integer NOT NULL,                              -- As in document_count.
  category_id smallint NOT NULL,                          -- As in document_count.
  type_id smallint NOT NULL,                              -- As in document_count.
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 4),  -- 1 month, 2 day, 3 hour, 4 minute.
  status_rank smallint NOT NULL,                          -- As in document_count.
  bucket timestamp NOT NULL,                              -- The first moment of the cell, UTC.
  n integer NOT NULL,                                     -- How many.
  PRIMARY KEY (kind, scope_id, category_id, type_id, level, status_rank, bucket)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
