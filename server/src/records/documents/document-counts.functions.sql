-- The cells and deltas of the documents list, see document_count and document_delta. Whoever changes which cells there are
-- writes a migration too, which replaces these functions and calls rebuild_document_counts(): it runs before this file.

-- Notes what a statement added to and took from the documents outside the bin.
CREATE OR REPLACE FUNCTION note_document_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_delta (county_id, uploaded_by, category_id, type_id, status_rank, minute, day, n)
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END, category_id, type_id, status_rank,
      date_trunc('minute', uploaded_at AT TIME ZONE 'UTC'), (uploaded_at AT TIME ZONE 'UTC')::date, count(*)
    FROM rows_after WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO document_delta (county_id, uploaded_by, category_id, type_id, status_rank, minute, day, n)
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END, category_id, type_id, status_rank,
      date_trunc('minute', uploaded_at AT TIME ZONE 'UTC'), (uploaded_at AT TIME ZONE 'UTC')::date, -count(*)
    FROM rows_before WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;
  ELSE
    INSERT INTO document_delta (county_id, uploaded_by, category_id, type_id, status_rank, minute, day, n)
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END, category_id, type_id, status_rank,
      date_trunc('minute', uploaded_at AT TIME ZONE 'UTC'), (uploaded_at AT TIME ZONE 'UTC')::date, sum(x.n)
    FROM (
      SELECT county_id, uploaded_by, category_id, type_id, status_rank, uploaded_at, 1 AS n FROM rows_after WHERE deleted_at IS NULL
      UNION ALL
      SELECT county_id, uploaded_by, category_id, type_id, status_rank, uploaded_at, -1 FROM rows_before WHERE deleted_at IS NULL
    ) x GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(x.n) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- The finest level that all cells of a key are counted in; where many documents lie, see split-cells.functions.sql.
CREATE OR REPLACE FUNCTION document_count_depth(kind integer, of_category boolean, of_type boolean) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind WHEN 0 THEN CASE WHEN of_type THEN 1 ELSE 2 END
                   WHEN 1 THEN CASE WHEN of_type THEN 0 ELSE 1 END
                   ELSE 0 END
$$;

CREATE OR REPLACE FUNCTION document_bucket(level integer, day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE level WHEN 0 THEN date_trunc('year', day::timestamp)::date
                    WHEN 1 THEN date_trunc('month', day::timestamp)::date
                    ELSE day END
$$;

-- The keys that a document of these facts is counted under, each with the finest level of all its cells.
CREATE OR REPLACE FUNCTION document_keys(county integer, uploader integer, category smallint, type smallint)
RETURNS TABLE (kind smallint, scope_id integer, category_id smallint, type_id smallint, depth integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT k.kind::smallint, k.scope_id, k.category_id, k.type_id, document_count_depth(k.kind, k.category_id <> 0, k.type_id <> 0)
  FROM (VALUES
    (0, 0, 0::smallint, 0::smallint), (0, 0, category, 0::smallint), (0, 0, 0::smallint, type),
    (1, county, 0::smallint, 0::smallint), (1, county, category, 0::smallint), (1, county, 0::smallint, type),
    (2, uploader, 0::smallint, 0::smallint), (2, uploader, category, 0::smallint), (2, uploader, 0::smallint, type)
  ) AS k (kind, scope_id, category_id, type_id)
  WHERE k.kind = 0 OR (k.kind = 1) = (county IS NOT NULL)
$$;

-- Every cell of document_count that a document of these facts is counted in.
CREATE OR REPLACE FUNCTION document_cells(county integer, uploader integer, category smallint, type smallint, day date)
RETURNS TABLE (kind smallint, scope_id integer, category_id smallint, type_id smallint, level smallint, bucket date)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT k.kind, k.scope_id, k.category_id, k.type_id, l.level::smallint, document_bucket(l.level, day)
  FROM document_keys(county, uploader, category, type) AS k CROSS JOIN LATERAL generate_series(0, k.depth) AS l (level)
$$;

-- Moves up to `largest` deltas into the cells and returns how many; 0 too while another process folds.
-- Readers add cells and deltas in one snapshot, so they see the same sum before and after.
CREATE OR REPLACE FUNCTION fold_document_counts(largest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
  days_unsure date[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(1685021539) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM document_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM document_delta LIMIT largest)) RETURNING *
  ), change AS (
    SELECT county_id, uploaded_by, category_id, type_id, status_rank, day, coalesce(minute, day) AS minute, sum(n)::integer AS n
    FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0
  ), counted AS (
    INSERT INTO document_count AS held
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, change.status_rank, c.bucket, sum(change.n)
    FROM change
    CROSS JOIN LATERAL document_cells(change.county_id, change.uploaded_by, change.category_id, change.type_id, change.day) c
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(change.n) <> 0
    ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO UPDATE SET n = held.n + excluded.n
    RETURNING held.*
  ), counted_finer AS (
    INSERT INTO document_fine_count AS held
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, change.status_rank, c.bucket, sum(change.n)
    FROM change
    CROSS JOIN LATERAL document_fine_cells(
      change.county_id, change.uploaded_by, change.category_id, change.type_id, change.status_rank, change.minute) c
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(change.n) <> 0
    ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO UPDATE SET n = held.n + excluded.n
    RETURNING held.*
  ), dense AS (
    INSERT INTO document_split (kind, scope_id, category_id, type_id, level, status_rank, bucket)
    SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket FROM counted
    WHERE n > document_dense_from() AND level = document_count_depth(kind, category_id <> 0, type_id <> 0)
    UNION ALL
    SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket FROM counted_finer
    WHERE n > document_dense_from() AND level < 4
    ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO NOTHING
  )
  SELECT count(*), array_agg(DISTINCT day) FILTER (WHERE minute IS NULL) INTO folded, days_unsure FROM taken;
  IF days_unsure IS NOT NULL THEN
    PERFORM count_days_anew(days_unsure);
  END IF;
  RETURN folded;
END $$;

-- Counts everything anew: after a load that bypassed the triggers. Writers wait; call it in READ COMMITTED.
CREATE OR REPLACE FUNCTION rebuild_document_counts() RETURNS void LANGUAGE plpgsql SET work_mem = '128MB' SET jit = off AS $$
BEGIN
  LOCK TABLE document IN SHARE ROW EXCLUSIVE MODE;
  PERFORM pg_advisory_xact_lock(1685021539);
  DELETE FROM document_delta;
  DELETE FROM document_count;
  DELETE FROM document_fine_count;
  DELETE FROM document_split;
  INSERT INTO document_count
  SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, d.status_rank, c.bucket, sum(d.n)
  FROM (
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END AS uploaded_by, category_id, type_id, status_rank,
      (uploaded_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS n
    FROM document WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6
  ) d
  CROSS JOIN LATERAL document_cells(d.county_id, d.uploaded_by, d.category_id, d.type_id, d.day) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ORDER BY 1, 2, 3, 4, 5, 6, 7;
  PERFORM correct_kept_totals();
  PERFORM find_dense_cells();
  WHILE split_dense_cell() > 0 LOOP
  END LOOP;
END $$;

-- The cells of document_count that are not what the documents say, cells and deltas taken together. One statement sees one moment, and who
-- uploads meanwhile adds to both sides alike.
CREATE OR REPLACE FUNCTION drifted_document_counts() RETURNS TABLE (
  kind smallint, scope_id integer, category_id smallint, type_id smallint, level smallint, status_rank smallint, bucket date,
  held integer, counted integer
) LANGUAGE sql STABLE SET work_mem = '128MB' SET jit = off AS $$
  WITH documents AS (
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END AS uploaded_by, category_id, type_id, status_rank,
      (uploaded_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS n
    FROM document WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6
  ), both_sides AS (
    SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket, n AS held, 0 AS counted FROM document_count
    UNION ALL
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, d.status_rank, c.bucket, d.n, 0
    FROM document_delta AS d
    CROSS JOIN LATERAL document_cells(d.county_id, d.uploaded_by, d.category_id, d.type_id, d.day) AS c
    UNION ALL
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, d.status_rank, c.bucket, 0, d.n
    FROM documents AS d
    CROSS JOIN LATERAL document_cells(d.county_id, d.uploaded_by, d.category_id, d.type_id, d.day) AS c
  )
  SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket, sum(held)::integer, sum(counted)::integer
  FROM both_sides GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(held) <> sum(counted)
  ORDER BY 1, 2, 3, 4, 5, 6, 7
$$;

-- Brings drifted cells right and returns how many there were. Neither a writer nor a reader of documents waits: what is added
-- is the difference, which no sound change alters. Only folds pause, as they do for each other.
-- Call it in READ COMMITTED, so that what the last fold did is seen.
CREATE OR REPLACE FUNCTION correct_document_counts() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  corrected integer;
BEGIN
  PERFORM pg_advisory_xact_lock(1685021539);
  INSERT INTO document_count AS held (kind, scope_id, category_id, type_id, level, status_rank, bucket, n)
  SELECT d.kind, d.scope_id, d.category_id, d.type_id, d.level, d.status_rank, d.bucket, d.counted - d.held
  FROM drifted_document_counts() AS d
  ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO UPDATE SET n = held.n + excluded.n;
  GET DIAGNOSTICS corrected = ROW_COUNT;
  PERFORM find_dense_cells();
  RETURN corrected + correct_fine_counts() + correct_kept_totals();
END $$;
