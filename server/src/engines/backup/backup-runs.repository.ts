import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/** Seconds for which a backup that says nothing more is thought to run on. */
const HOLD_SECONDS = 600

const heldFromNow = sql<Date>`now() + make_interval(secs => ${HOLD_SECONDS})`

/** Notes that a backup begins; from now on bytes of deleted documents stay. */
export async function beginRun(
  db: Kysely<DB>,
  run: { id: string; place: string; since: string | null },
): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({ ...run, holds_until: heldFromNow })
    .execute()
}

export async function renewHold(db: Kysely<DB>, id: string): Promise<void> {
  await db.updateTable('backup_run').set({ holds_until: heldFromNow }).where('id', '=', id).execute()
}

type Result = { documents: number; bytes: number; ownBytes: number; lacking: number }

export async function endRun(transaction: Transaction<DB>, id: string, result: Result): Promise<void> {
  await transaction
    .updateTable('backup_run')
    .set({
      ended_at: sql<Date>`now()`,
      document_count: result.documents,
      byte_count: String(result.bytes),
      own_byte_count: String(result.ownBytes),
      lacking_count: result.lacking,
    })
    .where('id', '=', id)
    .execute()
}

export async function failRun(db: Kysely<DB>, id: string, failure: string): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ ended_at: sql<Date>`now()`, failure })
    .where('id', '=', id)
    .execute()
}
