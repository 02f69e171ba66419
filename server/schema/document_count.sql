-- The counts of the list: how many documents outside the recycle bin are in a cell, which is a scope and filter, a status and
-- a period in UTC. n is in no index and pages keep room, so a fold updates rows in place.
CREATE TABLE document_count (
  kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 2),    -- 0 all, 1 a county, 2 own uploads without a county.
  scope_id integer NOT NULL,                              -- 0, the county or the account.
  category_id smallint NOT NULL,                          -- 0: every category.
  type_id smallint NOT NULL,                              -- 0: every type.
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 2),  -- 0 year, 1 month, 2 day.
  status_rank smallint NOT NULL,                          -- The status.
  bucket date NOT NULL,                                   -- The first day of the year or month, or the day.
  n integer NOT NULL,                                     -- How many.
  PRIMARY KEY (kind, scope_id, category_id, type_id, level, status_rank, bucket)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
