import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { documentGroup, mailGroup } from './preview-group.ts'

/**
 * The groups of the cache that files with these SHA-256 sums, in hexadecimal, may use: documents, in the list or in the
 * bin, and messages that wait for a decision.
 */
export async function findGroupsInUse(
  db: Kysely<DB>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const documents = await db
    .selectFrom('document')
    .select(['sha256', 'county_id', 'uploaded_by'])
    .distinct()
    .where('sha256', 'in', asked)
    .execute()
  const mails = await db
    .selectFrom('mail_delivery')
    .select(['id', 'sha256'])
    .where('sha256', 'in', asked)
    .where('state', '=', 'waiting')
    .execute()
  return new Set([...documents.map(documentGroup), ...mails.map(mailGroup)])
}
