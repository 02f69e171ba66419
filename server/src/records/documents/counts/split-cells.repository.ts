import type { Pool } from 'pg'

/** One go counts about so many documents: a second's work, after which deltas are folded again. */
const MOST_DOCUMENTS = 1_000_000

/**
 * Counts cells of many documents finer, so that a page in the middle of an archive loaded in a day is found as fast as any
 * other. Returns how many cells were split; what is left waits for the next call. One server at a time does the work.
 */
export async function splitDenseCells(pool: Pick<Pool, 'query'>): Promise<number> {
  let cells = 0
  let documents = 0
  while (documents < MOST_DOCUMENTS) {
    const { rows } = await pool.query<{ n: number }>('SELECT split_dense_cell() AS n')
    const n = rows[0]?.n ?? 0
    if (n === 0) break
    documents += n
    cells += 1
  }
  return cells
}
