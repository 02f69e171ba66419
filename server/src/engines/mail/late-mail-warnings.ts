import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { readWaitingMail } from './outbox.repository.ts'

const LATE_SECONDS = 3600

/** A sentence where a mail has been due for an hour: whoever waits for its link calls somebody by then. */
export async function lateMailWarnings(db: Kysely<DB>): Promise<string[]> {
  const { oldestSeconds } = await readWaitingMail(db)
  if (oldestSeconds < LATE_SECONDS) return []
  const hours = Math.floor(oldestSeconds / 3600)
  return [
    `Mail is not going out, the oldest has been due for ${hours === 1 ? 'an hour' : `${hours} hours`}: see to SMTP_URL and its mail server; Jobs and mail tells what it answers.`,
  ]
}
