-- The ids next to a position in the list, downwards for < and <=, upwards for > and >=, walked along the shape's own index;
-- of several counties each along its own, then merged. The row of the position need not be there any more.
-- A position outside of the wanted ranks is moved to their edge: two bounds on one side would leave it to chance from which
-- of them the walk begins.
CREATE OR REPLACE FUNCTION documents_beside(
  p_kind integer, p_scopes integer[], p_filter text, p_least_rank integer, p_most_rank integer,
  p_comparison text, p_rank integer, p_moment timestamptz, p_id integer, p_limit integer
) RETURNS SETOF integer LANGUAGE plpgsql STABLE ROWS 50
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET max_parallel_workers_per_gather = 0 SET jit = off
AS $$
DECLARE
  v_down boolean := p_comparison LIKE '<%';
  v_is_outside boolean := CASE WHEN v_down THEN p_rank > p_most_rank ELSE p_rank < p_least_rank END;
  v_edge integer := CASE WHEN v_down THEN p_most_rank ELSE p_least_rank END;
BEGIN
  RETURN QUERY EXECUTE format($query$
    SELECT x.id
    FROM unnest($1) AS s (scope)
    CROSS JOIN LATERAL (
      SELECT d.id, d.status_rank, d.uploaded_at FROM document AS d
      WHERE %1$s %2$s AND d.deleted_at IS NULL AND d.status_rank %3$s $2 AND (d.status_rank, d.uploaded_at, d.id) %4$s ($3, $4, $5)
      ORDER BY d.status_rank %5$s, d.uploaded_at %5$s, d.id %5$s LIMIT $6
    ) AS x
    ORDER BY x.status_rank %5$s, x.uploaded_at %5$s, x.id %5$s LIMIT $6$query$,
    CASE p_kind WHEN 0 THEN 'true'
                WHEN 1 THEN 'd.county_id = s.scope'
                ELSE 'd.uploaded_by = s.scope AND d.county_id IS NULL' END,
    p_filter,
    CASE WHEN v_down THEN '>=' ELSE '<=' END,
    p_comparison,
    CASE WHEN v_down THEN 'DESC' ELSE 'ASC' END)
  USING p_scopes,
    CASE WHEN v_down THEN p_least_rank ELSE p_most_rank END,
    CASE WHEN v_is_outside THEN v_edge ELSE p_rank END,
    CASE WHEN NOT v_is_outside THEN p_moment WHEN v_down THEN 'infinity' ELSE '-infinity' END,
    p_id, p_limit;
END $$;

-- The ids of the documents next after a position in the list, or next before it, with the exact total of the whole list and
-- whether there are documents on the other side of the position; one row without an id when there are none on this side.
-- p_scopes: the counties, the one account or 0, by p_kind as in document_count. p_category, p_type, p_rank: 0 for no filter.
-- STABLE: cells, deltas and documents are read in the caller's one snapshot. The order of the ids is not promised.
CREATE OR REPLACE FUNCTION document_page_ids_beside(
  p_kind integer, p_scopes integer[], p_category integer, p_type integer, p_rank integer,
  p_is_after boolean, p_position_rank integer, p_position_moment timestamptz, p_position_id integer, p_limit integer
) RETURNS TABLE (total integer, id integer, has_others boolean) LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  v_category integer := p_category;
  v_filter text;
  v_total integer;
  v_has_others boolean;
  v_least_rank integer := p_rank;
  v_most_rank integer := CASE p_rank WHEN 0 THEN 32767 ELSE p_rank END;
BEGIN
  IF p_category <> 0 AND p_type <> 0 THEN
    -- A type implies its category.
    IF NOT EXISTS (SELECT FROM document_type t WHERE t.id = p_type AND t.category_id = p_category) THEN
      RETURN QUERY SELECT 0, NULL::integer, false;
      RETURN;
    END IF;
    v_category := 0;
  END IF;
  v_filter := concat(
    CASE WHEN v_category <> 0 THEN format('AND d.category_id = %s', v_category) END,
    CASE WHEN p_type <> 0 THEN format('AND d.type_id = %s', p_type) END);

  SELECT coalesce(sum(x.n), 0)::integer INTO v_total
  FROM (
    SELECT c.n FROM document_count c
    WHERE c.kind = p_kind AND c.scope_id = ANY (p_scopes) AND c.category_id = v_category AND c.type_id = p_type
      AND c.level = 0 AND c.status_rank BETWEEN v_least_rank AND v_most_rank
    UNION ALL
    SELECT d.n FROM document_delta d
    WHERE (p_kind = 0 OR (p_kind = 1 AND d.county_id = ANY (p_scopes)) OR (p_kind = 2 AND d.county_id IS NULL AND d.uploaded_by = ANY (p_scopes)))
      AND (v_category = 0 OR d.category_id = v_category) AND (p_type = 0 OR d.type_id = p_type)
      AND d.status_rank BETWEEN v_least_rank AND v_most_rank
  ) x;
  v_has_others := EXISTS (
    SELECT FROM documents_beside(p_kind, p_scopes, v_filter, v_least_rank, v_most_rank, CASE WHEN p_is_after THEN '>=' ELSE '<=' END,
      p_position_rank, p_position_moment, p_position_id, 1));

  RETURN QUERY
  SELECT v_total, b.id, v_has_others
  FROM documents_beside(p_kind, p_scopes, v_filter, v_least_rank, v_most_rank, CASE WHEN p_is_after THEN '<' ELSE '>' END,
    p_position_rank, p_position_moment, p_position_id, p_limit) AS b (id);
  IF NOT FOUND THEN
    RETURN QUERY SELECT v_total, NULL::integer, v_has_others;
  END IF;
END $$;
