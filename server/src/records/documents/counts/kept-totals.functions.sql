-- How many documents lie in the bin and how many files owners have: see bin_count and owner_file_count. The deltas are
-- folded as those of the list are, under the same lock.

-- Notes what a statement put into the bin and took out, and whose owners have more or fewer files by it.
CREATE OR REPLACE FUNCTION note_kept_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO bin_delta (county_id, uploaded_by, n)
    SELECT coalesce(county_id, 0) AS county, uploaded_by, count(*) FROM rows_after WHERE deleted_at IS NOT NULL GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO bin_delta (county_id, uploaded_by, n)
    SELECT coalesce(county_id, 0) AS county, uploaded_by, -count(*) FROM rows_before WHERE deleted_at IS NOT NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO bin_delta (county_id, uploaded_by, n)
    SELECT coalesce(x.county_id, 0) AS county, x.uploaded_by, sum(x.n)
    FROM (
      SELECT county_id, uploaded_by, 1 AS n FROM rows_after WHERE deleted_at IS NOT NULL
      UNION ALL
      SELECT county_id, uploaded_by, -1 FROM rows_before WHERE deleted_at IS NOT NULL
    ) x GROUP BY 1, 2 HAVING sum(x.n) <> 0;
    INSERT INTO owner_file_delta (county_id, appraisal_year, party_number, n)
    SELECT v.county, v.year, o.party_number, sum(v.n)
    FROM rows_before b
    JOIN rows_after a ON a.id = b.id AND (a.deleted_at IS NULL, coalesce(a.county_id, 0), a.appraisal_year)
      <> (b.deleted_at IS NULL, coalesce(b.county_id, 0), b.appraisal_year)
    CROSS JOIN LATERAL (SELECT DISTINCT party_number FROM document_owner WHERE document_id = a.id) o
    CROSS JOIN LATERAL (VALUES
      (coalesce(a.county_id, 0), a.appraisal_year, a.deleted_at, 1), (coalesce(b.county_id, 0), b.appraisal_year, b.deleted_at, -1)
    ) AS v (county, year, deleted_at, n)
    WHERE v.deleted_at IS NULL GROUP BY 1, 2, 3 HAVING sum(v.n) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- The same of a document that is removed without having been in the bin, while its links are still there.
CREATE OR REPLACE FUNCTION note_files_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owner_file_delta (county_id, appraisal_year, party_number, n)
  SELECT DISTINCT coalesce(OLD.county_id, 0), OLD.appraisal_year, party_number, -1 FROM document_owner WHERE document_id = OLD.id;
  RETURN OLD;
END $$;

-- Notes which owners have a file more or less by a statement's links. A file counts once, however an owner is linked to it;
-- who links holds the document, so that two never take the same link for its first or last.
CREATE OR REPLACE FUNCTION note_owner_file_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO owner_file_delta (county_id, appraisal_year, party_number, n)
    SELECT coalesce(d.county_id, 0), d.appraisal_year, l.party_number, count(*)
    FROM (SELECT document_id, party_number, count(*) AS links FROM rows_after GROUP BY 1, 2) l
    JOIN document d ON d.id = l.document_id AND d.deleted_at IS NULL
    WHERE l.links =
      (SELECT count(*) FROM document_owner o WHERE o.document_id = l.document_id AND o.party_number = l.party_number)
    GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO owner_file_delta (county_id, appraisal_year, party_number, n)
    SELECT coalesce(d.county_id, 0), d.appraisal_year, l.party_number, -count(*)
    FROM (SELECT DISTINCT document_id, party_number FROM rows_before) l
    JOIN document d ON d.id = l.document_id AND d.deleted_at IS NULL
    WHERE NOT EXISTS
      (SELECT FROM document_owner o WHERE o.document_id = l.document_id AND o.party_number = l.party_number)
    GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO owner_file_delta (county_id, appraisal_year, party_number, n)
    SELECT coalesce(d.county_id, 0), d.appraisal_year, l.party_number,
      sum((o.links > 0)::integer - (o.links - l.gained > 0)::integer)
    FROM (
      SELECT document_id, party_number, sum(x.n) AS gained
      FROM (
        SELECT document_id, party_number, 1 AS n FROM rows_after
        UNION ALL SELECT document_id, party_number, -1 FROM rows_before
      ) x GROUP BY 1, 2 HAVING sum(x.n) <> 0
    ) l
    JOIN document d ON d.id = l.document_id AND d.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*) AS links FROM document_owner o WHERE o.document_id = l.document_id AND o.party_number = l.party_number
    ) o
    GROUP BY 1, 2, 3 HAVING sum((o.links > 0)::integer - (o.links - l.gained > 0)::integer) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- Moves up to `largest` deltas of each kind into their counts and returns how many; 0 too while another process folds.
CREATE OR REPLACE FUNCTION fold_kept_totals(largest integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  binned integer;
  linked integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1685021539) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM bin_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM bin_delta LIMIT largest)) RETURNING *
  ), counted AS (
    INSERT INTO bin_count AS held
    SELECT county_id, uploaded_by, sum(n) FROM taken GROUP BY 1, 2 HAVING sum(n) <> 0
    ON CONFLICT (county_id, uploaded_by) DO UPDATE SET n = held.n + excluded.n
  )
  SELECT count(*) INTO binned FROM taken;
  WITH taken AS (
    DELETE FROM owner_file_delta WHERE ctid = ANY (ARRAY(SELECT ctid FROM owner_file_delta LIMIT largest)) RETURNING *
  ), counted AS (
    INSERT INTO owner_file_count AS held
    SELECT county_id, appraisal_year, party_number, sum(n) FROM taken GROUP BY 1, 2, 3 HAVING sum(n) <> 0
    ON CONFLICT (county_id, appraisal_year, party_number) DO UPDATE SET n = held.n + excluded.n
  )
  SELECT count(*) INTO linked FROM taken;
  RETURN binned + linked;
END $$;

-- The counts of the bin that are not what the documents say, counts and deltas taken together.
CREATE OR REPLACE FUNCTION drifted_bin_counts()
RETURNS TABLE (county_id integer, uploaded_by integer, held integer, counted integer)
LANGUAGE sql STABLE SET jit = off AS $$
  SELECT x.county_id, x.uploaded_by, sum(x.held)::integer, sum(x.counted)::integer
  FROM (
    SELECT county_id, uploaded_by, n AS held, 0 AS counted FROM bin_count
    UNION ALL SELECT county_id, uploaded_by, n, 0 FROM bin_delta
    UNION ALL SELECT coalesce(county_id, 0), uploaded_by, 0, 1 FROM document WHERE deleted_at IS NOT NULL
  ) AS x GROUP BY 1, 2 HAVING sum(x.held) <> sum(x.counted)
$$;

-- The same of the files of owners.
CREATE OR REPLACE FUNCTION drifted_owner_file_counts()
RETURNS TABLE (county_id integer, appraisal_year smallint, party_number integer, held integer, counted integer)
LANGUAGE sql STABLE SET work_mem = '128MB' SET jit = off AS $$
  SELECT x.county_id, x.appraisal_year, x.party_number, sum(x.held)::integer, sum(x.counted)::integer
  FROM (
    SELECT county_id, appraisal_year, party_number, n AS held, 0 AS counted FROM owner_file_count
    UNION ALL SELECT county_id, appraisal_year, party_number, n, 0 FROM owner_file_delta
    UNION ALL
    SELECT coalesce(d.county_id, 0), d.appraisal_year, o.party_number, 0, 1
    FROM (SELECT DISTINCT document_id, party_number FROM document_owner) AS o
    JOIN document AS d ON d.id = o.document_id WHERE d.deleted_at IS NULL
  ) AS x GROUP BY 1, 2, 3 HAVING sum(x.held) <> sum(x.counted)
$$;

-- Brings both right and returns how many were wrong; as correct_document_counts does it, and in READ COMMITTED too.
CREATE OR REPLACE FUNCTION correct_kept_totals() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  binned integer;
  linked integer;
BEGIN
  PERFORM pg_advisory_xact_lock(1685021539);
  INSERT INTO bin_count AS held
  SELECT d.county_id, d.uploaded_by, d.counted - d.held FROM drifted_bin_counts() AS d
  ON CONFLICT (county_id, uploaded_by) DO UPDATE SET n = held.n + excluded.n;
  GET DIAGNOSTICS binned = ROW_COUNT;
  INSERT INTO owner_file_count AS held
  SELECT d.county_id, d.appraisal_year, d.party_number, d.counted - d.held FROM drifted_owner_file_counts() AS d
  ON CONFLICT (county_id, appraisal_year, party_number) DO UPDATE SET n = held.n + excluded.n;
  GET DIAGNOSTICS linked = ROW_COUNT;
  RETURN binned + linked;
END $$;
