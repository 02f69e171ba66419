import type { Pool } from 'pg'

/** Four counties with one user each, and two people without a county. */
export const COUNTIES = [1, 2, 3, 4] as const
export const PEOPLE_WITHOUT_COUNTY = [5, 6] as const
/** Matching categories and types: Industrial and Mineral. */
export const KINDS_OF_PAPER = [
  { categoryId: 1, typeId: 1 },
  { categoryId: 1, typeId: 3 },
  { categoryId: 2, typeId: 13 },
] as const

const DOCUMENT_COLUMNS = `county_id, uploaded_by, category_id, type_id, status_id, description, uploaded_at,
  appraisal_year, file_name, content_type, byte_size, sha256, storage_key, deleted_at, deleted_by`

export async function seedPeople(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO county (name, created_at) SELECT 'County ' || i, now() FROM generate_series(1, 4) i`,
  )
  await pool.query(`INSERT INTO account (email, county_id, created_at)
    SELECT 'person-' || i || '@county.example', CASE WHEN i <= 4 THEN i END, now() FROM generate_series(1, 6) i`)
}

/**
 * Inserts documents that are hard to list: many share a moment, a third are on one day, some at midnights and New Year
 * of UTC and of Chicago, one in nine in the bin. They are the same each time; people and counties must exist.
 */
export async function seedDocuments(
  pool: Pool,
  { count, from = 1 }: { count: number; from?: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO document (${DOCUMENT_COLUMNS})
     SELECT a.county_id, a.id, (ARRAY[1, 1, 2])[1 + i % 3], (ARRAY[1, 3, 13])[1 + i % 3],
       CASE WHEN i % 10 < 6 THEN 2 ELSE 1 + i % 4 END, 'description ' || i,
       CASE WHEN i % 3 = 1 THEN timestamptz '2025-03-10 00:00Z' + make_interval(mins => abs(hashint4(i)) % 1440)
            WHEN i % 17 = 0 THEN (ARRAY[timestamptz '2024-12-31 23:59:59.999Z', '2025-01-01 00:00Z', '2025-01-01 05:59:59Z',
                                        '2025-01-01 06:00Z', '2025-02-28 23:59:59Z', '2025-03-01 00:00Z'])[1 + i % 6]
            ELSE timestamptz '2023-01-01 00:00Z' + make_interval(secs => abs(hashint4(i)) % 94608000) END,
       2025, 'file-' || i || '.pdf', 'application/pdf', 1, sha256('x'), 'seed-' || i,
       CASE WHEN i % 9 = 0 THEN now() END, CASE WHEN i % 9 = 0 THEN 1 END
     FROM generate_series($1::integer, $1 + $2 - 1) i JOIN account a ON a.id = 1 + (i * 7) % 6`,
    [from, count],
  )
}

/** The day of `seedArchive`, UTC. */
export const ARCHIVE_DAY = '2025-06-14'

/**
 * Inserts an archive of a county, and one of a person without a county: loaded in one day, most of it in one hour, a
 * tenth at one moment.
 */
export async function seedArchive(pool: Pool, { count }: { count: number }): Promise<void> {
  await pool.query(
    `INSERT INTO document (${DOCUMENT_COLUMNS})
     SELECT a.county_id, a.id, 1, 1, CASE WHEN i % 40 = 0 THEN 1 ELSE 2 END, '',
       CASE WHEN i % 10 = 0 THEN timestamptz '2025-06-14 14:30:30Z'
            WHEN i % 4 <> 3 THEN timestamptz '2025-06-14 14:00Z' + make_interval(secs => abs(hashint4(i)) % 3600)
            ELSE timestamptz '2025-06-14 00:00Z' + make_interval(secs => abs(hashint4(i)) % 86400) END,
       2025, 'archive.pdf', 'application/pdf', 1, sha256('x'), 'archive-' || i, NULL, NULL
     FROM generate_series(1, $1::integer) i JOIN account a ON a.id = CASE WHEN i % 20 < 11 THEN 1 ELSE 5 END`,
    [count],
  )
}

/** Inserts one new document of a person at a moment, with the columns' own values. */
export const INSERT_DOCUMENT = `INSERT INTO document (${DOCUMENT_COLUMNS})
  SELECT a.county_id, a.id, $2, $3, $4, '', $5, 2025, 'file.pdf', 'application/pdf', 1, sha256('x'), gen_random_uuid()::text, NULL, NULL
  FROM account a WHERE a.id = $1`

/** Inserts documents of people, each at its moment, in one statement; all are Industrial. */
export async function insertDocuments(
  pool: Pool,
  documents: readonly { uploader: number; moment: string }[],
): Promise<void> {
  await pool.query(
    `INSERT INTO document (${DOCUMENT_COLUMNS})
     SELECT a.county_id, a.id, 1, 1, 1 + a.id % 4, '', n.moment, 2025, 'file.pdf', 'application/pdf', 1, sha256('x'),
       gen_random_uuid()::text, NULL, NULL
     FROM unnest($1::integer[], $2::timestamptz[]) WITH ORDINALITY AS n (uploader, moment, at)
     JOIN account a ON a.id = n.uploader ORDER BY n.at`,
    [documents.map(({ uploader }) => uploader), documents.map(({ moment }) => moment)],
  )
}
