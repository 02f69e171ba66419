-- Cells that hold many documents are counted finer, see document_split and document_fine_count.

-- A cell of more documents than these is split: an OFFSET inside one never passes more than half of them.
CREATE OR REPLACE FUNCTION document_dense_from() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 5000';

-- The first moment of the year, month, day, hour or minute: level 0 to 4.
CREATE OR REPLACE FUNCTION document_moment(level integer, minute timestamp) RETURNS timestamp
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc((ARRAY['year', 'month', 'day', 'hour', 'minute'])[level + 1], minute)
$$;

-- How long a cell of that level is.
CREATE OR REPLACE FUNCTION document_span(level integer) RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (ARRAY['1 year', '1 month', '1 day', '1 hour', '1 minute'])[level + 1]::interval
$$;

-- Every cell of document_fine_count that a document of these facts is counted in.
CREATE OR REPLACE FUNCTION document_fine_cells(
  county integer, uploader integer, category smallint, type smallint, rank smallint, minute timestamp
) RETURNS TABLE (kind smallint, scope_id integer, category_id smallint, type_id smallint, level smallint, bucket timestamp)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT k.kind, k.scope_id, k.category_id, k.type_id, (s.level + 1)::smallint, document_moment(s.level + 1, minute)
  FROM document_keys(county, uploader, category, type) AS k
  CROSS JOIN LATERAL generate_series(k.depth, 3) AS l (level)
  JOIN document_split AS s ON s.kind = k.kind AND s.scope_id = k.scope_id AND s.category_id = k.category_id
    AND s.type_id = k.type_id AND s.level = l.level AND s.status_rank = rank AND s.bucket = document_moment(l.level, minute)
  WHERE s.is_kept
$$;

-- Notes every dense cell of document_count that is not split.
CREATE OR REPLACE FUNCTION find_dense_cells() RETURNS void LANGUAGE sql AS $$
  INSERT INTO document_split (kind, scope_id, category_id, type_id, level, status_rank, bucket)
  SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket FROM document_count
  WHERE n > document_dense_from() AND level = document_count_depth(kind, category_id <> 0, type_id <> 0)
  ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO NOTHING
$$;

-- Counts the documents of one cell that waits to be split, and returns how many there were and one more; 0 when none waits,
-- or while another process folds. Documents without their open deltas are what was folded: nobody waits, no sum changes.
-- Call it in READ COMMITTED, so that what the last fold did is seen.
CREATE OR REPLACE FUNCTION split_dense_cell() RETURNS integer LANGUAGE plpgsql SET jit = off AS $$
DECLARE
  cell document_split;
  is_of_key text;
  counted integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1685021539) THEN
    RETURN 0;
  END IF;
  SELECT * INTO cell FROM document_split WHERE NOT is_kept ORDER BY level LIMIT 1;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  is_of_key := concat_ws(' AND ',
    CASE cell.kind WHEN 0 THEN 'true' WHEN 1 THEN format('county_id = %s', cell.scope_id)
                   ELSE format('uploaded_by = %s AND county_id IS NULL', cell.scope_id) END,
    CASE WHEN cell.category_id <> 0 THEN format('category_id = %s', cell.category_id) END,
    CASE WHEN cell.type_id <> 0 THEN format('type_id = %s', cell.type_id) END,
    format('status_rank = %s', cell.status_rank));
  EXECUTE format($query$
    INSERT INTO document_fine_count AS held
    SELECT $1, $2, $3, $4, $5, $6, bucket, sum(n) FROM (
      SELECT document_moment($5, uploaded_at AT TIME ZONE 'UTC') AS bucket, count(*) AS n FROM document
      WHERE %1$s AND deleted_at IS NULL AND uploaded_at >= %2$L::timestamptz AND uploaded_at < %3$L::timestamptz GROUP BY 1
      UNION ALL
      SELECT document_moment($5, coalesce(minute, day)), -n FROM document_delta
      WHERE %1$s AND coalesce(minute, day) >= $7 AND coalesce(minute, day) < $8
    ) AS both_sides GROUP BY bucket HAVING sum(n) <> 0$query$,
    is_of_key, cell.bucket AT TIME ZONE 'UTC', (cell.bucket + document_span(cell.level)) AT TIME ZONE 'UTC')
  USING cell.kind, cell.scope_id, cell.category_id, cell.type_id, cell.level + 1, cell.status_rank,
    cell.bucket, cell.bucket + document_span(cell.level);
  UPDATE document_split AS s SET is_kept = true
  WHERE s.kind = cell.kind AND s.scope_id = cell.scope_id AND s.category_id = cell.category_id AND s.type_id = cell.type_id
    AND s.level = cell.level AND s.status_rank = cell.status_rank AND s.bucket = cell.bucket;
  WITH finer AS (
    SELECT f.* FROM document_fine_count AS f
    WHERE f.kind = cell.kind AND f.scope_id = cell.scope_id AND f.category_id = cell.category_id AND f.type_id = cell.type_id
      AND f.level = cell.level + 1 AND f.status_rank = cell.status_rank
      AND f.bucket >= cell.bucket AND f.bucket < cell.bucket + document_span(cell.level)
  ), dense AS (
    INSERT INTO document_split (kind, scope_id, category_id, type_id, level, status_rank, bucket)
    SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket FROM finer
    WHERE level < 4 AND n > document_dense_from()
    ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO NOTHING
  )
  SELECT coalesce(sum(n), 0) + 1 INTO counted FROM finer;
  RETURN counted;
END $$;

-- Has the finer cells of these days counted anew: something of them was folded whose minute nobody knows.
CREATE OR REPLACE FUNCTION count_days_anew(days date[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM document_fine_count WHERE level > 2 AND bucket::date = ANY (days);
  DELETE FROM document_split WHERE level > 2 AND bucket::date = ANY (days);
  UPDATE document_split SET is_kept = false WHERE level = 2 AND bucket::date = ANY (days);
$$;

-- The finer cells that are not what the documents say, as drifted_document_counts has it of the others.
CREATE OR REPLACE FUNCTION drifted_fine_counts() RETURNS TABLE (
  kind smallint, scope_id integer, category_id smallint, type_id smallint, level smallint, status_rank smallint,
  bucket timestamp, held integer, counted integer
) LANGUAGE sql STABLE SET work_mem = '128MB' SET jit = off AS $$
  WITH documents AS (
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END AS uploaded_by, category_id, type_id, status_rank,
      date_trunc('minute', uploaded_at AT TIME ZONE 'UTC') AS minute, count(*)::integer AS n
    FROM document
    WHERE deleted_at IS NULL AND date_trunc('month', uploaded_at AT TIME ZONE 'UTC') IN (
      SELECT date_trunc('month', s.bucket) FROM document_split AS s WHERE s.is_kept AND s.level > 0
      UNION SELECT s.bucket + make_interval(months => m) FROM document_split AS s, generate_series(0, 11) AS m
      WHERE s.is_kept AND s.level = 0)
    GROUP BY 1, 2, 3, 4, 5, 6
  ), both_sides AS (
    SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket, n AS held, 0 AS counted FROM document_fine_count
    UNION ALL
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, d.status_rank, c.bucket, d.n, 0
    FROM document_delta AS d
    CROSS JOIN LATERAL document_fine_cells(
      d.county_id, d.uploaded_by, d.category_id, d.type_id, d.status_rank, coalesce(d.minute, d.day)) AS c
    UNION ALL
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, d.status_rank, c.bucket, 0, d.n
    FROM documents AS d
    CROSS JOIN LATERAL document_fine_cells(d.county_id, d.uploaded_by, d.category_id, d.type_id, d.status_rank, d.minute) AS c
  )
  SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket, sum(held)::integer, sum(counted)::integer
  FROM both_sides GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(held) <> sum(counted)
  ORDER BY 1, 2, 3, 4, 5, 6, 7
$$;

-- Brings drifted finer cells right, as correct_document_counts does the others, which calls it.
CREATE OR REPLACE FUNCTION correct_fine_counts() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  corrected integer;
BEGIN
  INSERT INTO document_fine_count AS held (kind, scope_id, category_id, type_id, level, status_rank, bucket, n)
  SELECT d.kind, d.scope_id, d.category_id, d.type_id, d.level, d.status_rank, d.bucket, d.counted - d.held
  FROM drifted_fine_counts() AS d
  ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO UPDATE SET n = held.n + excluded.n;
  GET DIAGNOSTICS corrected = ROW_COUNT;
  RETURN corrected;
END $$;
