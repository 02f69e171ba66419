import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** The work that is left for a night. */
export type NightProgress = {
  /** The last document that was read. */
  readonly afterId: number
  readonly shareLeft: number
  readonly isDatabaseChecked: boolean
}

const PROGRESS = [
  'after_id as afterId',
  'share_left as shareLeft',
  'database_checked as isDatabaseChecked',
] as const

export async function findNight(db: Kysely<DB>, night: string): Promise<NightProgress | undefined> {
  return db.selectFrom('night_watch').select(PROGRESS).where('night', '=', night).executeTakeFirst()
}

/** Returns what the last stored night left undone, or undefined. */
export async function findLastNight(db: Kysely<DB>): Promise<{ shareLeft: number } | undefined> {
  return db.selectFrom('night_watch').select('share_left as shareLeft').executeTakeFirst()
}

type Share = { readonly night: string; readonly nights: number }

/** Starts a night, unless it has started already. Its share is one part in `nights` of all documents. */
export async function beginNight(db: Kysely<DB>, { night, nights }: Share): Promise<void> {
  await sql`
    INSERT INTO night_watch AS held (night, share_left)
    SELECT ${night}::date, ceil(count(*) / ${nights}::numeric)::integer FROM document
    ON CONFLICT (is_the_one) DO UPDATE
    SET night = excluded.night, share_left = excluded.share_left, database_checked = false
    WHERE held.night <> excluded.night`.execute(db)
}

type Step = { readonly night: string; readonly from: number; readonly to: number; readonly read: number }

/** Records that the documents up to `to` were read; false if another server did so meanwhile. */
export async function moveOn(
  transaction: Transaction<DB>,
  { night, from, to, read }: Step,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('night_watch')
    .set({ after_id: to, share_left: sql<number>`greatest(0, share_left - ${read})` })
    .where('night', '=', night)
    .where('after_id', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the night as complete: no document is left to read. */
export async function endShare(db: Kysely<DB>, night: string): Promise<void> {
  await db.updateTable('night_watch').set({ share_left: 0 }).where('night', '=', night).execute()
}

export async function markDatabaseChecked(transaction: Transaction<DB>, night: string): Promise<void> {
  await transaction
    .updateTable('night_watch')
    .set({ database_checked: true })
    .where('night', '=', night)
    .execute()
}
