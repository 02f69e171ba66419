import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { uncheckedFiles } from '../../records/stored-files/scan/unchecked-files.repository.ts'

type Db = Kysely<DB>

/** How many wait, counted up to a limit, and since when the oldest does. */
export type Waiting = { readonly count: number; readonly oldest: Date | null }

const NONE: Waiting = { count: 0, oldest: null }

/** The messages of the mailbox that wait for a person, counted up to a limit. */
export async function findWaitingMails(db: Db, atMost: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS count, min(arrived_at) AS oldest FROM (
      SELECT arrived_at FROM mail_delivery WHERE state = 'waiting'
      ORDER BY arrived_at, id LIMIT ${atMost}::integer) AS waiting`.execute(db)
  return rows[0] ?? NONE
}

/** The files that need a person, counted up to a limit. */
export async function findOpenChecks(db: Db, atMost: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS count, min(uploaded_at) AS oldest FROM (
      SELECT f.uploaded_at FROM (${uncheckedFiles({ withWaiting: false })}) AS f
      ORDER BY f.uploaded_at, f.key LIMIT ${atMost}::integer) AS open`.execute(db)
  return rows[0] ?? NONE
}
