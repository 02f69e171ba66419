-- How many documents lie in the bin, by county and uploader, and how many files an owner has in a county and year: kept as
-- the cells of the list are, by deltas that a trigger writes and a job folds, instead of counted for each who asks.
CREATE TABLE bin_count (
  county_id integer NOT NULL,                           -- 0: of no county
  uploaded_by integer NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (county_id, uploaded_by)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
CREATE TABLE bin_delta (
  county_id integer NOT NULL,
  uploaded_by integer NOT NULL,
  n integer NOT NULL
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Documents outside the bin; one that is linked to the owner in several relations counts once.
CREATE TABLE owner_file_count (
  county_id integer NOT NULL,                           -- 0: of no county
  appraisal_year smallint NOT NULL,
  party_number integer NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (county_id, appraisal_year, party_number)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
CREATE TABLE owner_file_delta (
  county_id integer NOT NULL,
  appraisal_year smallint NOT NULL,
  party_number integer NOT NULL,
  n integer NOT NULL
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Notes what a statement put into the bin and took out, and whose owners have more or fewer files by it.
CREATE FUNCTION note_kept_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE FUNCTION note_files_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owner_file_delta (county_id, appraisal_year, party_number, n)
  SELECT DISTINCT coalesce(OLD.county_id, 0), OLD.appraisal_year, party_number, -1 FROM document_owner WHERE document_id = OLD.id;
  RETURN OLD;
END $$;

-- Notes which owners have a file more or less by a statement's links. A file counts once, however an owner is linked to it;
-- who links holds the document, so that two never take the same link for its first or last.
CREATE FUNCTION note_owner_file_delta() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER kept_totals_inserted AFTER INSERT ON document REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_kept_totals();
CREATE TRIGGER kept_totals_updated AFTER UPDATE ON document REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_kept_totals();
CREATE TRIGGER kept_totals_removed AFTER DELETE ON document REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_kept_totals();
CREATE TRIGGER owner_files_removed BEFORE DELETE ON document
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION note_files_of_removed();
CREATE TRIGGER owner_files_linked AFTER INSERT ON document_owner REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_owner_file_delta();
CREATE TRIGGER owner_files_relinked AFTER UPDATE ON document_owner REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_owner_file_delta();
CREATE TRIGGER owner_files_unlinked AFTER DELETE ON document_owner REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION note_owner_file_delta();
