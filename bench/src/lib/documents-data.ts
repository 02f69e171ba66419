import { setTimeout } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** As many as a large firm serves; the same in every size, so that a county's list grows with the whole. */
const COUNTIES = 500
/** Counties differ: of so many the first has a twelfth of all documents, the last a four-hundredth part of that. */
const SKEW = 2.5
const PEOPLE_PER_COUNTY = 10
const PEOPLE_WITHOUT_COUNTY = 4
const PEOPLE = COUNTIES * PEOPLE_PER_COUNTY + PEOPLE_WITHOUT_COUNTY
const CHUNK = 500_000

/**
 * Fills an empty portal with documents over six seasons that peak in spring, most of them completed. The same ones each
 * time. Indexes, foreign keys and triggers are put aside for the load, and the counts made anew at its end.
 */
export async function loadDocuments(client: ClientBase, count: number): Promise<void> {
  await client.query(
    `INSERT INTO county (name, created_at) SELECT 'Bench County ' || i, now() FROM generate_series(1, $1::integer) i`,
    [COUNTIES],
  )
  await client.query(
    `INSERT INTO account (email, county_id, created_at)
     SELECT 'clerk-' || c.id || '-' || i || '@bench.example', c.id, now() FROM county c, generate_series(1, $1::integer) i ORDER BY c.id, i`,
    [PEOPLE_PER_COUNTY],
  )
  await client.query(
    `INSERT INTO account (email, created_at) SELECT 'staff-' || i || '@bench.example', now() FROM generate_series(1, $1::integer) i`,
    [PEOPLE_WITHOUT_COUNTY],
  )
  await client.query(`SET maintenance_work_mem = '512MB'`)
  const restore = await putAside(client)
  for (let from = 1; from <= count; from += CHUNK)
    await loadChunk(client, { from, until: Math.min(count, from + CHUNK - 1) })
  for (const statement of restore) await client.query(statement)
  await client.query(
    `INSERT INTO stored_object (key, byte_size, sha256, state, since)
     SELECT storage_key, byte_size, sha256, 'kept', uploaded_at FROM document`,
  )
  await client.query('SELECT rebuild_document_counts()')
  await client.query('VACUUM ANALYZE')
}

export const ARCHIVE = 1_000_000
const ARCHIVE_CHUNK = 50_000

/**
 * Adds a county's archive of a million completed renditions, uploaded on one day: as an import does it that writes as the
 * portal does, under its triggers. Whoever folds counts meanwhile.
 */
export async function loadArchive(client: ClientBase): Promise<void> {
  for (let from = 1; from <= ARCHIVE; from += ARCHIVE_CHUNK) {
    await client.query(
      `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
         appraisal_year, file_name, content_type, byte_size, sha256, storage_key)
       SELECT a.county_id, a.id, t.category_id, t.id, 2, 'Of the archive, volume ' || i,
         timestamptz '2025-03-14 00:00Z' + make_interval(secs => i * 86400.0 / $3::integer),
         2025, 'archive-' || i || '.pdf', 'application/pdf', 100000, sha256(i::text::bytea), 'archive/' || i
       FROM generate_series($1::integer, $2::integer) i, document_type t,
         (SELECT id, county_id FROM account WHERE email LIKE '%@bench.example' ORDER BY id LIMIT 1) a
       WHERE t.id = 1`,
      [from, from + ARCHIVE_CHUNK - 1, ARCHIVE],
    )
  }
  await client.query('VACUUM ANALYZE document')
}

/** Waits until all counts are folded, and split where they are dense. */
export async function countsAreFolded(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waits: boolean }>(
      `SELECT EXISTS (SELECT FROM document_delta) OR EXISTS (SELECT FROM document_split WHERE NOT is_kept) AS waits`,
    )
    if (!rows[0]?.waits) return
    await setTimeout(500)
  }
}

/** Drops what slows a load and returns the statements that bring it back. */
async function putAside(client: ClientBase): Promise<string[]> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'document' AND indexname LIKE 'document\\_list%'`,
  )
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = 'document'::regclass AND contype = 'f'`,
  )
  await client.query(
    'ALTER TABLE document DISABLE TRIGGER USER, ENABLE TRIGGER document_ranked, ENABLE TRIGGER document_of_its_county',
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  for (const { name } of keys) await client.query(`ALTER TABLE document DROP CONSTRAINT ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ name, definition }) => `ALTER TABLE document ADD CONSTRAINT ${name} ${definition}`),
    'ALTER TABLE document ENABLE TRIGGER USER',
  ]
}

type Chunk = { from: number; until: number }

async function loadChunk(client: ClientBase, { from, until }: Chunk): Promise<void> {
  await client.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
       appraisal_year, file_name, content_type, byte_size, sha256, storage_key, deleted_at, deleted_by)
     SELECT a.county_id, a.id, t.category_id, t.id,
       CASE WHEN moment > timestamptz '2026-06-01Z' AND r3 < 0.6 THEN 1
            WHEN moment > timestamptz '2026-03-01Z' AND r3 < 0.5 THEN 3
            WHEN r3 > 0.97 THEN 4 ELSE 2 END,
       'Rendition of personal property, plant ' || i || CASE WHEN i % 3 = 0 THEN ', with schedule of assets and depreciation' ELSE '' END,
       moment, extract(year FROM moment AT TIME ZONE 'America/Chicago')::smallint,
       'rendition-' || i || '.pdf', 'application/pdf', 100000 + i % 900000, sha256(i::text::bytea), 'bench/' || i,
       CASE WHEN i % 50 = 0 THEN moment END, CASE WHEN i % 50 = 0 THEN a.id END
     FROM (
       SELECT i, r1, r2, r3, timestamptz '2026-06-30 18:00Z'
         - make_interval(days => 365 * floor(6 * r1)::integer, secs => 31536000 * (r2 * r2 * 0.7 + r2 * 0.3)) AS moment
       FROM (
         SELECT i, ${unit(1)} AS r1, ${unit(2)} AS r2, ${unit(3)} AS r3
         FROM generate_series($1::integer, $2::integer) i
       ) x
     ) d
     JOIN (SELECT id, county_id, row_number() OVER (ORDER BY id) AS place FROM account WHERE email LIKE '%@bench.example') a
       ON a.place = 1 + floor(power(${unit(4)}, ${SKEW}) * ${PEOPLE})
     JOIN document_type t ON t.id = 1 + floor(${unit(5)} * (SELECT count(*) FROM document_type))`,
    [from, until],
  )
}

/** A number from 0 to below 1 that hangs on the document's number alone. */
function unit(seed: number): string {
  return `(hashint8extended(i, ${seed}) & 16777215) / 16777216.0::float8`
}
