import type { ClientBase } from 'pg'

const YEAR = 2026
/** Of the firm's documents in a season, as many as are linked to somebody. */
const LINKED = 50_000

/** Gives every organization of a county a row in its roll, some of them without a value, and some of them documents. */
export async function loadOwnerRoll(client: ClientBase, countyId: number): Promise<void> {
  await client.query(
    `INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name, cad_owner_id, agent_name,
       current_value, prior_value)
     SELECT $1, $2, party_number, organization_name, 'R' || party_number,
       CASE WHEN n % 9 < 5 THEN (SELECT organization_name FROM agent WHERE agent_number = 1001 + n % 2000) ELSE '' END,
       CASE WHEN n % 50 > 0 THEN round((exp(3 + (n * 7919 % 1400) / 100.0))::numeric, 2) END,
       CASE WHEN n % 40 > 0 THEN round((exp(3 + (n * 104729 % 1400) / 100.0))::numeric, 2) END
     FROM (SELECT o.*, row_number() OVER (ORDER BY party_number) AS n FROM organization AS o) AS numbered`,
    [countyId, YEAR],
  )
  await client.query(
    `WITH clerk AS (
       INSERT INTO account (email, county_id, created_at) VALUES ('clerk@bench.example', $1, now()) RETURNING id),
     added AS (
       INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
         appraisal_year, file_name, content_type, byte_size, sha256, storage_key)
       SELECT $1, clerk.id, 1, 1, 2, 'Rendition', now(), $2, 'rendition-' || i || '.pdf', 'application/pdf', 1,
         sha256(i::text::bytea), gen_random_uuid()
       FROM clerk, generate_series(1, $3::integer) AS i
       RETURNING id, uploaded_by)
     INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, 100000 + 7 * (1 + id * 6 % 300000), (SELECT min(id) FROM relation_type), $1, now(), uploaded_by FROM added`,
    [countyId, YEAR, LINKED],
  )
  await client.query('VACUUM ANALYZE')
}
