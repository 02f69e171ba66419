import { sql, type Expression, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Rows that a list reads at once for an export. */
export const PORTION = 500

/** The rows of a query in portions. The transaction has one such query. */
export async function* cursorPages<Row>(
  transaction: Transaction<DB>,
  query: Expression<Row>,
): AsyncGenerator<readonly Row[]> {
  await sql`DECLARE export_rows NO SCROLL CURSOR FOR ${query}`.execute(transaction)
  for (;;) {
    const { rows } = await sql<Row>`FETCH FORWARD ${sql.lit(PORTION)} FROM export_rows`.execute(transaction)
    if (rows.length === 0) return
    yield rows
  }
}

/** How many rows a query returns. */
export async function countRows(transaction: Transaction<DB>, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM (${query}) AS listed`.execute(
    transaction,
  )
  return rows[0]?.n ?? 0
}
