-- The documents list stays flat from ten thousand documents to ten million: an index for every shape of filter, exact
-- totals from counted cells, and pages found by walking those cells instead of counting rows past.

-- One index a shape, all ending in the list's order. Status needs none of its own: its rank is the next key.
CREATE INDEX document_list ON document (status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_category ON document (category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_type ON document (type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_county ON document (county_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_county_category ON document (county_id, category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_list_county_type ON document (county_id, type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL;
-- What somebody without a county sees: their own uploads that have none.
CREATE INDEX document_list_own ON document (uploaded_by, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id IS NULL;
CREATE INDEX document_list_own_category ON document (uploaded_by, category_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id IS NULL;
CREATE INDEX document_list_own_type ON document (uploaded_by, type_id, status_rank, uploaded_at, id) WHERE deleted_at IS NULL AND county_id IS NULL;

-- How many documents outside the bin lie in a cell: a scope and filter, a status and a year, month or day (UTC).
-- n is no part of the key's index and pages keep room, so that folding updates rows in place.
CREATE TABLE document_count (
  kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 2),  -- 0 all, 1 a county, 2 own uploads without a county
  scope_id integer NOT NULL,                            -- 0, a county or an account
  category_id smallint NOT NULL,                        -- 0: of every category
  type_id smallint NOT NULL,                            -- 0: of every type
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 2),-- 0 year, 1 month, 2 day
  status_rank smallint NOT NULL,
  bucket date NOT NULL,                                 -- first day of the year or month, or the day
  n integer NOT NULL,
  PRIMARY KEY (kind, scope_id, category_id, type_id, level, status_rank, bucket)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- What has changed since the last fold. Append only: no row that two uploads share is ever locked, so counting neither
-- slows them down nor deadlocks them. A fold empties it every second, hence the vacuum that does not wait for its size.
CREATE TABLE document_delta (
  county_id integer,
  uploaded_by integer NOT NULL,                         -- 0 where a county makes it irrelevant
  category_id smallint NOT NULL,
  type_id smallint NOT NULL,
  status_rank smallint NOT NULL,
  day date NOT NULL,                                    -- of the upload, UTC
  n integer NOT NULL
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

CREATE FUNCTION note_document_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_delta
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END, category_id, type_id, status_rank,
      (uploaded_at AT TIME ZONE 'UTC')::date, count(*)
    FROM rows_after WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO document_delta
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END, category_id, type_id, status_rank,
      (uploaded_at AT TIME ZONE 'UTC')::date, -count(*)
    FROM rows_before WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO document_delta
    SELECT county_id, CASE WHEN county_id IS NULL THEN uploaded_by ELSE 0 END, category_id, type_id, status_rank,
      (uploaded_at AT TIME ZONE 'UTC')::date, sum(x.n)
    FROM (
      SELECT county_id, uploaded_by, category_id, type_id, status_rank, uploaded_at, 1 AS n FROM rows_after WHERE deleted_at IS NULL
      UNION ALL
      SELECT county_id, uploaded_by, category_id, type_id, status_rank, uploaded_at, -1 FROM rows_before WHERE deleted_at IS NULL
    ) x GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(x.n) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER document_inserted AFTER INSERT ON document REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_document_delta();
CREATE TRIGGER document_updated AFTER UPDATE ON document REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_document_delta();
CREATE TRIGGER document_removed AFTER DELETE ON document REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_document_delta();

-- The finest level that a cell's key is counted in. Finer cells make deep pages faster and the table larger.
CREATE FUNCTION document_count_depth(kind integer, of_category boolean, of_type boolean) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind WHEN 0 THEN CASE WHEN of_type THEN 1 ELSE 2 END
                   WHEN 1 THEN CASE WHEN of_type THEN 0 ELSE 1 END
                   ELSE 0 END
$$;

CREATE FUNCTION document_bucket(level integer, day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE level WHEN 0 THEN date_trunc('year', day::timestamp)::date
                    WHEN 1 THEN date_trunc('month', day::timestamp)::date
                    ELSE day END
$$;

-- Every cell that a document of these facts is counted in.
CREATE FUNCTION document_cells(county integer, uploader integer, category smallint, type smallint, day date)
RETURNS TABLE (kind smallint, scope_id integer, category_id smallint, type_id smallint, level smallint, bucket date)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT k.kind::smallint, k.scope_id, k.category_id, k.type_id, l.level::smallint, document_bucket(l.level, day)
  FROM (VALUES
    (0, 0, 0::smallint, 0::smallint), (0, 0, category, 0::smallint), (0, 0, 0::smallint, type),
    (1, county, 0::smallint, 0::smallint), (1, county, category, 0::smallint), (1, county, 0::smallint, type),
    (2, uploader, 0::smallint, 0::smallint), (2, uploader, category, 0::smallint), (2, uploader, 0::smallint, type)
  ) AS k (kind, scope_id, category_id, type_id)
  CROSS JOIN LATERAL generate_series(0, document_count_depth(k.kind, k.category_id <> 0, k.type_id <> 0)) AS l (level)
  WHERE k.kind = 0 OR (k.kind = 1) = (county IS NOT NULL)
$$;

-- Moves up to `largest` deltas into the cells and answers how many; 0 too while another process folds.
-- Readers add cells and deltas in one snapshot, so they see the same sum before and after.
CREATE FUNCTION fold_document_counts(largest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1685021539) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM document_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM document_delta LIMIT largest)) RETURNING *
  ), change AS (
    SELECT county_id, uploaded_by, category_id, type_id, status_rank, day, sum(n)::integer AS n
    FROM taken GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0
  ), counted AS (
    INSERT INTO document_count AS held
    SELECT c.kind, c.scope_id, c.category_id, c.type_id, c.level, change.status_rank, c.bucket, sum(change.n)
    FROM change
    CROSS JOIN LATERAL document_cells(change.county_id, change.uploaded_by, change.category_id, change.type_id, change.day) c
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(change.n) <> 0
    ON CONFLICT (kind, scope_id, category_id, type_id, level, status_rank, bucket) DO UPDATE SET n = held.n + excluded.n
  )
  SELECT count(*) INTO folded FROM taken;
  RETURN folded;
END $$;

-- Counts everything anew: after a load that bypassed the triggers. Writers wait; call it in READ COMMITTED.
CREATE FUNCTION rebuild_document_counts() RETURNS void LANGUAGE plpgsql SET work_mem = '128MB' SET jit = off AS $$
BEGIN
  LOCK TABLE document IN SHARE ROW EXCLUSIVE MODE;
  PERFORM pg_advisory_xact_lock(1685021539);
  DELETE FROM document_delta;
  DELETE FROM document_count;
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
END $$;

-- The ids of one page of the list, with the exact total of all pages; (total, null) when the page has no rows.
-- p_scope: 0, a county or an account, by p_kind as in document_count. p_category, p_type, p_rank: 0 for no filter.
-- STABLE: cells, deltas and documents are read in the caller's one snapshot. The order of the ids is not promised.
-- All is static SQL, so that plans are kept behind any pooler; the planner cannot know OFFSET and LIMIT, hence the
-- settings: only a walk along the shape's own index may win. The branches of the nine shapes are written by this loop.
DO $generator$
DECLARE
  scope record;
  filter record;
  branches text := '';
BEGIN
  FOR scope IN SELECT * FROM (VALUES
    ('p_kind = 0', 'true'),
    ('p_kind = 1', 'd.county_id = p_scope'),
    ('p_kind = 2', 'd.uploaded_by = p_scope AND d.county_id IS NULL')) AS s (condition, predicate)
  LOOP
    FOR filter IN SELECT * FROM (VALUES
      ('v_category = 0 AND p_type = 0', 'true'),
      ('v_category <> 0', 'd.category_id = v_category'),
      ('p_type <> 0', 'd.type_id = p_type')) AS f (condition, predicate)
    LOOP
      branches := branches || format($branch$
  %s %s AND %s THEN
    IF v_back_limit > 0 THEN
      RETURN QUERY SELECT v_total, d.id FROM document d
      WHERE %s AND %s AND d.deleted_at IS NULL AND d.status_rank = v_rank AND d.uploaded_at >= v_from
      ORDER BY d.status_rank, d.uploaded_at, d.id OFFSET v_back_skip LIMIT v_back_limit;
    END IF;
    IF v_limit > 0 THEN
      RETURN QUERY SELECT v_total, d.id FROM document d
      WHERE %s AND %s AND d.deleted_at IS NULL
        AND d.status_rank >= p_rank AND (d.status_rank, d.uploaded_at) < (v_rank, v_until)
      ORDER BY d.status_rank DESC, d.uploaded_at DESC, d.id DESC OFFSET v_skip LIMIT v_limit;
    END IF;$branch$,
        CASE branches WHEN '' THEN 'IF' ELSE 'ELSIF' END, scope.condition, filter.condition,
        scope.predicate, filter.predicate, scope.predicate, filter.predicate);
    END LOOP;
  END LOOP;

  EXECUTE format($create$
CREATE FUNCTION document_page_ids(
  p_kind integer, p_scope integer, p_category integer, p_type integer, p_rank integer, p_offset bigint, p_limit integer
) RETURNS TABLE (total integer, id integer) LANGUAGE plpgsql STABLE ROWS 50
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
  v_category integer := p_category;
  v_total integer := 0;
  v_level integer := 0;
  v_depth integer;
  v_cell record;
  v_found boolean;
  v_before integer;
  -- The range that is walked: at first everything, then the cell that holds the page's first row.
  v_ranks smallint[] := CASE p_rank WHEN 0 THEN ARRAY[1, 2, 3, 4] ELSE ARRAY[p_rank] END;
  v_bucket date := '-infinity';
  v_bucket_end date := 'infinity';
  v_skip bigint := p_offset;
  v_rows integer;
  v_rank smallint;
  v_from timestamptz;
  v_until timestamptz;
  v_passed integer;
  -- The page: some rows walked backwards from the cell's end, and some forwards.
  v_limit integer := p_limit;
  v_back_skip integer;
  v_back_limit integer;
BEGIN
  IF p_category <> 0 AND p_type <> 0 THEN
    -- A type implies its category.
    IF NOT EXISTS (SELECT FROM document_type t WHERE t.id = p_type AND t.category_id = p_category) THEN
      RETURN QUERY SELECT 0, NULL::integer;
      RETURN;
    END IF;
    v_category := 0;
  END IF;
  v_depth := document_count_depth(p_kind, v_category <> 0, p_type <> 0);

  -- From year to month to day, down to the smallest cell that holds the first row of the page.
  LOOP
    v_found := false;
    v_before := 0;
    FOR v_cell IN
      SELECT x.status_rank, x.bucket, sum(x.n)::integer AS n
      FROM (
        SELECT c.status_rank, c.bucket, c.n FROM document_count c
        WHERE c.kind = p_kind AND c.scope_id = p_scope AND c.category_id = v_category AND c.type_id = p_type AND c.level = v_level
        UNION ALL
        SELECT d.status_rank, document_bucket(v_level, d.day), d.n FROM document_delta d
        WHERE (p_kind = 0 OR (p_kind = 1 AND d.county_id = p_scope) OR (p_kind = 2 AND d.county_id IS NULL AND d.uploaded_by = p_scope))
          AND (v_category = 0 OR d.category_id = v_category) AND (p_type = 0 OR d.type_id = p_type)
      ) x
      WHERE x.status_rank = ANY (v_ranks) AND x.bucket >= v_bucket AND x.bucket < v_bucket_end
      GROUP BY 1, 2 ORDER BY 1 DESC, 2 DESC
    LOOP
      IF NOT v_found AND v_before + v_cell.n > v_skip THEN
        v_found := true;
        v_rank := v_cell.status_rank;
        v_from := v_cell.bucket::timestamp AT TIME ZONE 'UTC';
        v_until := (v_cell.bucket + (ARRAY['1 year', '1 month', '1 day'])[v_level + 1]::interval) AT TIME ZONE 'UTC';
        v_rows := v_cell.n;
        v_passed := v_before;
        EXIT WHEN v_level > 0;
      END IF;
      v_before := v_before + v_cell.n;
    END LOOP;
    IF v_level = 0 THEN
      v_total := v_before;
    END IF;
    EXIT WHEN NOT v_found;
    v_skip := v_skip - v_passed;
    EXIT WHEN v_skip <= 500 OR v_level = v_depth;
    v_level := v_level + 1;
    v_ranks := ARRAY[v_rank];
    v_bucket := (v_from AT TIME ZONE 'UTC')::date;
    v_bucket_end := (v_until AT TIME ZONE 'UTC')::date;
  END LOOP;
  IF v_rank IS NULL THEN
    RETURN QUERY SELECT v_total, NULL::integer;
    RETURN;
  END IF;

  -- OFFSET only inside the cell, and from its end where that is nearer.
  v_back_limit := least(p_limit, v_rows - v_skip);
  v_back_skip := v_rows - v_skip - v_back_limit;
  IF v_back_skip < v_skip THEN
    v_limit := p_limit - v_back_limit;
    v_until := v_from;
    v_skip := 0;
  ELSE
    v_back_limit := 0;
  END IF;
%s
  END IF;
END $function$$create$, branches);
END $generator$;
