import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import { readDocumentsPage, type PageDatabase } from './documents-page.repository.ts'
import { readReference, type Shape } from './reference-list.test-data.ts'

/** Compares first, second, middle and last pages and one past the end of each shape. Returns how many it compared. */
export async function pagesAreRight(
  list: PageDatabase,
  shapes: readonly Shape[],
  pageSize: number,
): Promise<number> {
  const idsOf = await readReference(list.pool)
  let compared = 0
  for (const shape of shapes) {
    compared += await pagesOfShapeAreRight(list, shape, { ids: idsOf(shape), pageSize })
  }
  return compared
}

async function pagesOfShapeAreRight(
  list: PageDatabase,
  shape: Shape,
  { ids, pageSize }: { ids: readonly number[]; pageSize: number },
): Promise<number> {
  const last = Math.max(1, Math.ceil(ids.length / pageSize))
  const pages = new Set([1, 2, Math.ceil(last / 3), Math.ceil((last * 2) / 3), last - 1, last, last + 1])
  pages.delete(0)
  for (const page of pages) {
    const { total, rows } = await readDocumentsPage(list, shape.scope, { ...shape.filters, page, pageSize })
    const asked = { shape, page, pageSize }
    expect({ asked, total, ids: rows.map((row) => row.id) }).toEqual({
      asked,
      total: ids.length,
      ids: ids.slice((page - 1) * pageSize, page * pageSize),
    })
  }
  return pages.size
}

/**
 * Returns how many rows and index entries of documents `work` reads with this connection. A connection counts its own
 * reads until its transaction ends, so those of other connections, reported at any time, are not included.
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
