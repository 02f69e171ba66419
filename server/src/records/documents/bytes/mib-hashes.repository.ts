import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** SHA-256 of each MiB of a stored object, 32 bytes for each in their order; null where nobody made them yet. */
export async function findMibHashes(db: Kysely<DB>, storageKey: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('stored_object')
    .select('mib_sha256')
    .where('key', '=', storageKey)
    .executeTakeFirst()
  return row?.mib_sha256 ?? null
}

export type MibHashes = { readonly key: string; readonly mibSha256: Buffer }

/** Writes the hashes of objects that are kept. */
export async function writeMibHashes(db: Kysely<DB>, objects: readonly MibHashes[]): Promise<void> {
  if (objects.length === 0) return
  const keys = objects.map(({ key }) => key)
  const hashes = objects.map(({ mibSha256 }) => mibSha256)
  await db
    .updateTable('stored_object')
    .from(sql<MibHashes>`unnest(${keys}::text[], ${hashes}::bytea[])`.as<'made'>(sql`made(key, "mibSha256")`))
    .set((expression) => ({ mib_sha256: expression.ref('made.mibSha256') }))
    .whereRef('stored_object.key', '=', 'made.key')
    .where('state', '=', 'kept')
    .execute()
}
