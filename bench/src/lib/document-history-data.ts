import type { Client } from 'pg'

/** The document whose history is measured. */
export const FILE_WITH_HISTORY = 1
/** A person of its county, who may not read the activity. */
export const READER = 'clerk-1@county.example'
/** Records of other documents, in as many months. */
const OTHERS = 100_000
const DAYS = 730
const FIRST_DAY = '2024-10-01'
/** Two chains that the portal does not write to. */
const CHAIN = 900
const PEOPLE = 50

/** Writes so many events of one document, of fifty people in turn, among those of many other documents. */
export async function makeDocumentHistory(client: Client, count: number): Promise<void> {
  await client.query(`INSERT INTO county (name, created_at) VALUES ('County 1', now())`)
  await client.query(
    `INSERT INTO account (id, email, role, county_id, confirmed_at, created_at) OVERRIDING SYSTEM VALUE
     SELECT 100 + n, 'clerk-' || n || '@county.example', 'user', 1, now(), now() FROM generate_series(1, ${PEOPLE}) AS n`,
  )
  await client.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     VALUES (1, 101, 1, 1, $1, 2024, 'a.pdf', 'application/pdf', 1000, sha256('a'), 'bench-1')`,
    [FIRST_DAY],
  )
  await client.query(`SELECT add_audit_months($1, $1::timestamptz + interval '${DAYS} days')`, [FIRST_DAY])
  await addEvents(client, { chain: CHAIN, count, documentId: `'${FILE_WITH_HISTORY}'` })
  await addEvents(client, { chain: CHAIN + 1, count: OTHERS, documentId: '(2 + n % 5000)::text' })
  await client.query('VACUUM ANALYZE')
}

type Events = { readonly chain: number; readonly count: number; readonly documentId: string }

/** Looks, downloads, and now and then a new status. */
async function addEvents(client: Client, { chain, count, documentId }: Events): Promise<void> {
  await client.query(
    `INSERT INTO audit_record (id, at, chain, sequence, action, actor_kind, account_id, actor_name, came_from,
       subject_kind, subject_id, county_id, before, after, previous_hash, hash)
     SELECT nextval('audit_record_order'), $1::timestamptz + (n::float8 / $2) * interval '${DAYS} days', ${chain}, n,
       CASE n % 5 WHEN 0 THEN 'document.status_set' WHEN 1 THEN 'document.downloaded' ELSE 'document.viewed' END,
       'person', 101 + n % ${PEOPLE}, 'clerk-' || (1 + n % ${PEOPLE}) || '@county.example', '192.0.2.1',
       'document', ${documentId}, 1, CASE WHEN n % 5 = 0 THEN '{"status": "New"}'::jsonb END,
       CASE WHEN n % 5 = 0 THEN '{"status": "Completed"}'::jsonb ELSE '{"fileName": "a.pdf"}' END,
       decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex')
     FROM generate_series(1::bigint, $2) AS n`,
    [FIRST_DAY, count],
  )
}
