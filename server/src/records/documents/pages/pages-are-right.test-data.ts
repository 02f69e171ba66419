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

/**
 * How many rows and index entries of documents `work` reads with this connection. What other connections read, and
 * report whenever they come to it, is not among them: a connection counts its own until its transaction ends.
 */
export async function entriesReadBy(
  client: Pick<PoolClient, 'query'>,
  work: () => Promise<unknown>,
): Promise<number> {
  await client.query('BEGIN; SET LOCAL max_parallel_workers_per_gather = 0')
  try {
    const before = await entriesRead(client)
    await work()
    return (await entriesRead(client)) - before
  } finally {
    await client.query('ROLLBACK')
  }
}

async function entriesRead(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `SELECT (sum(pg_stat_get_xact_tuples_returned(indexrelid))
             + pg_stat_get_xact_tuples_returned('document'::regclass))::integer AS read
     FROM pg_index WHERE indrelid = 'document'::regclass`,
  )
  return rows[0]?.read ?? 0
}
