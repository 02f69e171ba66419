import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/**
 * Which of these SHA-256 sums, in hexadecimal, are those of a document, in the list or in the bin, or of a message that
 * waits for a decision.
 */
export async function findHashesInUse(
  db: Kysely<DB>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const rows = await db
    .selectFrom('document')
    .select('sha256')
    .where('sha256', 'in', asked)
    .union(
      db
        .selectFrom('mail_delivery')
        .select('sha256')
        .where('sha256', 'in', asked)
        .where('state', '=', 'waiting'),
    )
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}
