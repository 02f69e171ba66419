-- What was there before the triggers: all of one moment without the deltas of that moment. Nobody waits for it.
INSERT INTO bin_count
SELECT county, uploaded_by, sum(n)
FROM (
  SELECT coalesce(county_id, 0) AS county, uploaded_by, count(*) AS n FROM document WHERE deleted_at IS NOT NULL GROUP BY 1, 2
  UNION ALL SELECT county_id, uploaded_by, -n FROM bin_delta
) AS both_sides GROUP BY 1, 2 HAVING sum(n) <> 0;

INSERT INTO owner_file_count
SELECT county, appraisal_year, party_number, sum(n)
FROM (
  SELECT coalesce(d.county_id, 0) AS county, d.appraisal_year, o.party_number, count(DISTINCT d.id) AS n
  FROM document_owner AS o JOIN document AS d ON d.id = o.document_id WHERE d.deleted_at IS NULL GROUP BY 1, 2, 3
  UNION ALL SELECT county_id, appraisal_year, party_number, -n FROM owner_file_delta
) AS both_sides GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
