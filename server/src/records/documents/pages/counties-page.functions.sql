-- How many documents of these counties lie in each cell of that level, from `v_from` until `v_until`, counted one by one.
CREATE OR REPLACE FUNCTION count_documents_of_counties(
  p_counties integer[], p_filter text, p_level integer, p_rank integer, p_from timestamp, p_until timestamp
) RETURNS TABLE (bucket timestamp, n integer) LANGUAGE plpgsql STABLE ROWS 60 AS $$
BEGIN
  IF cardinality(p_counties) = 0 THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format($query$
    SELECT document_moment($1, x.uploaded_at AT TIME ZONE 'UTC'), count(*)::integer
    FROM unnest($2) AS c (county)
    CROSS JOIN LATERAL (
      SELECT d.uploaded_at FROM document AS d
      WHERE d.county_id = c.county %s AND d.deleted_at IS NULL AND d.status_rank = $3 AND d.uploaded_at >= $4 AND d.uploaded_at < $5
    ) AS x GROUP BY 1$query$, p_filter)
  USING p_level, p_counties, p_rank, p_from AT TIME ZONE 'UTC', p_until AT TIME ZONE 'UTC';
END $$;

-- As document_page_ids, of several counties together: the walk adds the cells of all of them, and the page is merged from
-- each county's own index. Below the level that all counties are counted in, those that are split give their cells, and
-- of the others, which have few documents there, the documents are counted.
CREATE OR REPLACE FUNCTION document_page_ids_of_counties(
  p_counties integer[], p_category integer, p_type integer, p_rank integer, p_offset bigint, p_limit integer
) RETURNS TABLE (total integer, id integer) LANGUAGE plpgsql STABLE ROWS 50
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET max_parallel_workers_per_gather = 0 SET jit = off
AS $$
DECLARE
  v_category integer := p_category;
  v_filter text;
  v_depth integer;
  v_total integer := 0;
  v_level integer := 0;
  v_cell record;
  v_found boolean;
  v_before integer;
  v_passed integer;
  v_least_rank integer := p_rank;
  v_most_rank integer := CASE p_rank WHEN 0 THEN 32767 ELSE p_rank END;
  v_from timestamp := '-infinity';
  v_until timestamp := 'infinity';
  -- The first row of the page: so many after the first of the cell [v_from, v_until) of v_rank, which has v_rows.
  v_skip bigint := p_offset;
  v_rank smallint;
  v_rows integer;
  v_split integer[] := p_counties;
  v_whole integer[] := '{}';
BEGIN
  IF p_category <> 0 AND p_type <> 0 THEN
    IF NOT EXISTS (SELECT FROM document_type t WHERE t.id = p_type AND t.category_id = p_category) THEN
      RETURN QUERY SELECT 0, NULL::integer;
      RETURN;
    END IF;
    v_category := 0;
  END IF;
  v_filter := concat(
    CASE WHEN v_category <> 0 THEN format('AND d.category_id = %s', v_category) END,
    CASE WHEN p_type <> 0 THEN format('AND d.type_id = %s', p_type) END);
  v_depth := document_count_depth(1, v_category <> 0, p_type <> 0);

  LOOP
    v_found := false;
    v_before := 0;
    FOR v_cell IN
      SELECT x.status_rank, x.bucket, sum(x.n)::integer AS n
      FROM (
        SELECT c.status_rank, c.bucket::timestamp AS bucket, c.n FROM document_count c
        WHERE v_level <= v_depth AND c.kind = 1 AND c.scope_id = ANY (p_counties) AND c.category_id = v_category
          AND c.type_id = p_type AND c.level = v_level AND c.status_rank BETWEEN v_least_rank AND v_most_rank
          AND c.bucket >= v_from::date AND c.bucket < v_until::date
        UNION ALL
        SELECT f.status_rank, f.bucket, f.n FROM document_fine_count f
        WHERE v_level > v_depth AND f.kind = 1 AND f.scope_id = ANY (v_split) AND f.category_id = v_category
          AND f.type_id = p_type AND f.level = v_level AND f.status_rank BETWEEN v_least_rank AND v_most_rank
          AND f.bucket >= v_from AND f.bucket < v_until
        UNION ALL
        SELECT d.status_rank, document_moment(v_level, coalesce(d.minute, d.day)), d.n FROM document_delta d
        WHERE d.county_id = ANY (v_split) AND (v_category = 0 OR d.category_id = v_category) AND (p_type = 0 OR d.type_id = p_type)
          AND d.status_rank BETWEEN v_least_rank AND v_most_rank
          AND coalesce(d.minute, d.day) >= v_from AND coalesce(d.minute, d.day) < v_until
        UNION ALL
        SELECT v_rank, w.bucket, w.n FROM count_documents_of_counties(v_whole, v_filter, v_level, v_rank, v_from, v_until) AS w
      ) x
      GROUP BY 1, 2 ORDER BY 1 DESC, 2 DESC
    LOOP
      IF NOT v_found AND v_before + v_cell.n > v_skip THEN
        v_found := true;
        v_rank := v_cell.status_rank;
        v_from := v_cell.bucket;
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
    v_until := v_from + document_span(v_level);
    v_skip := v_skip - v_passed;
    EXIT WHEN v_skip <= 500 OR v_level = 4 OR (v_level >= v_depth AND v_rows <= document_dense_from());
    IF v_level >= v_depth THEN
      v_split := ARRAY(
        SELECT s.scope_id FROM document_split s
        WHERE s.kind = 1 AND s.scope_id = ANY (v_split) AND s.category_id = v_category AND s.type_id = p_type
          AND s.level = v_level AND s.status_rank = v_rank AND s.bucket = v_from AND s.is_kept);
      v_whole := ARRAY(SELECT unnest(p_counties) EXCEPT SELECT unnest(v_split));
    END IF;
    v_level := v_level + 1;
    v_least_rank := v_rank;
    v_most_rank := v_rank;
  END LOOP;
  IF v_rank IS NULL THEN
    RETURN QUERY SELECT v_total, NULL::integer;
    RETURN;
  END IF;

  RETURN QUERY EXECUTE format($query$
    SELECT $1, x.id
    FROM unnest($2) AS c (county)
    CROSS JOIN LATERAL (
      SELECT d.id, d.status_rank, d.uploaded_at FROM document AS d
      WHERE d.county_id = c.county %s AND d.deleted_at IS NULL
        AND d.status_rank >= $3 AND (d.status_rank, d.uploaded_at) < ($4, $5)
      ORDER BY d.status_rank DESC, d.uploaded_at DESC, d.id DESC LIMIT $6 + $7
    ) AS x
    ORDER BY x.status_rank DESC, x.uploaded_at DESC, x.id DESC OFFSET $6 LIMIT $7$query$, v_filter)
  USING v_total, p_counties, p_rank, v_rank, v_until AT TIME ZONE 'UTC', v_skip, p_limit;
END $$;
