import type { Kysely, Transaction } from 'kysely'
import type { DB } from './generated/db.d.ts'

/** A transaction whose statements all see the same moment. */
export type Snapshot = {
  readonly transaction: Transaction<DB>
  /** Releases its connection; repeated calls have no effect. */
  close(): Promise<void>
}

/**
 * Opens a snapshot that only reads, for a file that is read in portions. It holds one connection until `close`, so its
 * caller bounds how many are open. Its caller may use another connection meanwhile.
 */
export async function openSnapshot(db: Kysely<DB>): Promise<Snapshot> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let closing: Promise<unknown> | null = null
  return {
    transaction,
    async close() {
      // A lost connection has closed it already.
      closing ??= transaction
        .rollback()
        .execute()
        .catch(() => null)
      await closing
    },
  }
}
