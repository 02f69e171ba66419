import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A small message takes more than its bytes: its rows, and a file of the store. */
const LEAST_BYTES = 65_536

/** What a message of so many bytes counts while it waits. */
export function pendingBytes(byteSize: number): number {
  return Math.max(byteSize, LEAST_BYTES)
}

/** What the messages in the store that wait count, by the account that sent them; null: by nobody who is known. */
export async function readWaitingBytes(db: Kysely<DB>): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ sender: number | null; bytes: number }>`
    SELECT account_id AS sender, sum(greatest(byte_size, ${LEAST_BYTES}::bigint))::float8 AS bytes
    FROM mail_delivery WHERE raw_key IS NOT NULL GROUP BY account_id`.execute(db)
  return new Map(rows.map(({ sender, bytes }) => [sender, bytes]))
}
