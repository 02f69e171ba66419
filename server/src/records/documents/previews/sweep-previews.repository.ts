import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Which of these SHA-256 sums, in hexadecimal, are those of a document, in the list or in the bin. */
export async function findHashesInUse(
  db: Kysely<DB>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('document')
    .select('sha256')
    .distinct()
    .where(
      'sha256',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}
