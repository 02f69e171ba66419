-- The ids of one page of the list, with the exact total of all pages; (total, null) when the page has no rows.
-- p_scope: 0, a county or an account, by p_kind as in document_count. p_category, p_type, p_rank: 0 for no filter; p_rank is
-- that of a status.
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
        AND d.status_rank >= v_wanted AND (d.status_rank, d.uploaded_at) < (v_rank, v_until)
      ORDER BY d.status_rank DESC, d.uploaded_at DESC, d.id DESC OFFSET v_skip LIMIT v_limit;
    END IF;$branch$,
        CASE branches WHEN '' THEN 'IF' ELSE 'ELSIF' END, scope.condition, filter.condition,
        scope.predicate, filter.predicate, scope.predicate, filter.predicate);
    END LOOP;
  END LOOP;

  EXECUTE format($create$
CREATE OR REPLACE FUNCTION document_page_ids(
  p_kind integer, p_scope integer, p_category integer, p_type integer, p_rank integer, p_offset bigint, p_limit integer
) RETURNS TABLE (total integer, id integer) LANGUAGE plpgsql STABLE ROWS 50
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET max_parallel_workers_per_gather = 0 SET jit = off SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
  v_category integer := p_category;
  -- Servers of release 0029 name ranks as they were then.
  v_wanted integer := CASE WHEN p_rank BETWEEN 2 AND 4 THEN (p_rank - 1) * 100 + 1 ELSE p_rank END;
  v_total integer := 0;
  v_level integer := 0;
  v_depth integer;
  v_cell record;
  v_found boolean;
  v_before integer;
  -- The range that is walked: at first everything, then the cell that holds the page's first row.
  v_least_rank integer := v_wanted;
  v_most_rank integer := CASE v_wanted WHEN 0 THEN 32767 ELSE v_wanted END;
  v_bucket timestamp := '-infinity';
  v_bucket_end timestamp := 'infinity';
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

  -- From year to month to day, and where many lie to hour and minute, down to the smallest cell that holds the first row of
  -- the page.
  LOOP
    v_found := false;
    v_before := 0;
    FOR v_cell IN
      SELECT x.status_rank, x.bucket, sum(x.n)::integer AS n
      FROM (
        SELECT c.status_rank, c.bucket::timestamp AS bucket, c.n FROM document_count c
        WHERE v_level <= v_depth AND c.kind = p_kind AND c.scope_id = p_scope AND c.category_id = v_category AND c.type_id = p_type
          AND c.level = v_level AND c.status_rank BETWEEN v_least_rank AND v_most_rank AND c.bucket >= v_bucket::date AND c.bucket < v_bucket_end::date
        UNION ALL
        SELECT f.status_rank, f.bucket, f.n FROM document_fine_count f
        WHERE v_level > v_depth AND f.kind = p_kind AND f.scope_id = p_scope AND f.category_id = v_category AND f.type_id = p_type
          AND f.level = v_level AND f.status_rank BETWEEN v_least_rank AND v_most_rank AND f.bucket >= v_bucket AND f.bucket < v_bucket_end
        UNION ALL
        SELECT d.status_rank, document_moment(v_level, coalesce(d.minute, d.day)), d.n FROM document_delta d
        WHERE (p_kind = 0 OR (p_kind = 1 AND d.county_id = p_scope) OR (p_kind = 2 AND d.county_id IS NULL AND d.uploaded_by = p_scope))
          AND (v_category = 0 OR d.category_id = v_category) AND (p_type = 0 OR d.type_id = p_type)
          AND d.status_rank BETWEEN v_least_rank AND v_most_rank AND coalesce(d.minute, d.day) >= v_bucket AND coalesce(d.minute, d.day) < v_bucket_end
      ) x
      GROUP BY 1, 2 ORDER BY 1 DESC, 2 DESC
    LOOP
      IF NOT v_found AND v_before + v_cell.n > v_skip THEN
        v_found := true;
        v_rank := v_cell.status_rank;
        v_from := v_cell.bucket AT TIME ZONE 'UTC';
        v_until := (v_cell.bucket + document_span(v_level)) AT TIME ZONE 'UTC';
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
    v_bucket := v_from AT TIME ZONE 'UTC';
    v_bucket_end := v_until AT TIME ZONE 'UTC';
    EXIT WHEN least(v_skip, v_rows - v_skip) <= 500;
    EXIT WHEN v_level >= v_depth AND NOT EXISTS (
      SELECT FROM document_split s
      WHERE s.kind = p_kind AND s.scope_id = p_scope AND s.category_id = v_category AND s.type_id = p_type
        AND s.level = v_level AND s.status_rank = v_rank AND s.bucket = v_bucket AND s.is_kept);
    v_level := v_level + 1;
    v_least_rank := v_rank;
    v_most_rank := v_rank;
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
