import type { Pool } from 'pg'

type Origin = { readonly county: number; readonly by: { readonly accountId: number } }

/** Adds so many documents without bytes, and returns their ids. */
export async function addManyDocuments(pool: Pool, n: number, { county, by }: Origin): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
       byte_size, sha256, storage_key, description)
     SELECT $1, $2, 1, 1, '2026-03-01 12:00Z', 2026, 'many.pdf', 'application/pdf', 100,
       sha256(convert_to(n::text, 'UTF8')), gen_random_uuid(), '' FROM generate_series(1, $3) AS n RETURNING id`,
    [county, by.accountId, n],
  )
  return rows.map(({ id }) => id)
}
