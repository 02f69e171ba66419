import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import { readDocumentsPage, type PageDatabase } from './documents-page.repository.ts'
import { referenceIds, type Shape } from './reference-list.test-data.ts'

/** Compares first, second, middle and last pages and one past the end. */
export async function pagesAreRight(
  list: PageDatabase,
  shape: Shape,
  pageSizes: readonly number[],
): Promise<number> {
  const ids = await referenceIds(list.pool, shape)
  let compared = 0
  for (const pageSize of pageSizes) {
    const last = Math.max(1, Math.ceil(ids.length / pageSize))
    for (const page of new Set([
      1,
      2,
      Math.ceil(last / 3),
      Math.ceil((last * 2) / 3),
      last - 1,
      last,
      last + 1,
    ])) {
      if (page < 1) continue
      const { total, rows } = await readDocumentsPage(list, shape.scope, { ...shape.filters, page, pageSize })
      const asked = { shape, page, pageSize }
      expect({ asked, total, ids: rows.map((row) => row.id) }).toEqual({
        asked,
        total: ids.length,
        ids: ids.slice((page - 1) * pageSize, page * pageSize),
      })
      compared++
    }
  }
  return compared
}

/** Rows and index entries of documents that this connection and those before it have read. */
export async function entriesRead(client: Pick<PoolClient, 'query'>): Promise<number> {
  await client.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await client.query<{ read: number }>(
    `SELECT (sum(i.idx_tup_read) + max(t.seq_tup_read))::integer AS read
     FROM pg_stat_user_indexes i JOIN pg_stat_user_tables t USING (relid) WHERE i.relname = 'document'`,
  )
  return rows[0]?.read ?? 0
}
