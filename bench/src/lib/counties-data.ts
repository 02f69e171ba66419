import type { Client } from 'pg'

const PEOPLE_OF_A_COUNTY = 30
const DOCUMENTS_OF_A_COUNTY = 40

/** Counties with their domains, people and documents. */
export async function makeCounties(client: Client, count: number): Promise<void> {
  await client.query(
    `INSERT INTO county (name, number, created_at)
     SELECT 'County ' || n, lpad(n::text, 3, '0'), now() FROM generate_series(1, $1::integer) AS n`,
    [count],
  )
  await client.query(
    `INSERT INTO county_email_domain (county_id, domain) SELECT id, 'county-' || id || '.example' FROM county`,
  )
  await client.query(
    `INSERT INTO account (email, county_id, confirmed_at, created_at)
     SELECT 'clerk-' || n || '@county-' || c.id || '.example', c.id, now(), now()
     FROM county AS c, generate_series(1, ${PEOPLE_OF_A_COUNTY}) AS n`,
  )
  await client.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
       appraisal_year, file_name, content_type, byte_size, sha256, storage_key)
     SELECT a.county_id, a.id, t.category_id, t.id, 1, '', now() - n * interval '1 hour', 2026, 'rendition-' || n || '.pdf',
       'application/pdf', 1000, sha256(''), 'bench/' || a.county_id || '/' || n
     FROM (SELECT county_id, min(id) AS id FROM account WHERE county_id IS NOT NULL GROUP BY county_id) AS a,
       generate_series(1, ${DOCUMENTS_OF_A_COUNTY}) AS n, document_type AS t
     WHERE t.id = 1`,
  )
  await client.query('VACUUM ANALYZE')
}
