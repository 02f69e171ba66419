import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { provenByHashes, provenByTags, type MibProof } from '../../../engines/storage/proven-bytes.ts'

/**
 * Returns the proof for each MiB of a stored object: its tags, or the hashes of an object stored before tags existed.
 * Null if it has neither.
 */
export async function findMibProof(db: Kysely<DB>, storageKey: string): Promise<MibProof | null> {
  const row = await db
    .selectFrom('stored_object')
    .select(['mib_tags', 'mib_sha256'])
    .where('key', '=', storageKey)
    .executeTakeFirst()
  if (row?.mib_tags) return provenByTags(row.mib_tags)
  return row?.mib_sha256 ? provenByHashes(row.mib_sha256) : null
}

/** `mibTags` has the format of `MibTagger`. */
export type TaggedObject = { readonly key: string; readonly mibTags: Buffer }

/** Stores the tags of kept objects. */
export async function writeMibTags(db: Kysely<DB>, objects: readonly TaggedObject[]): Promise<void> {
  if (objects.length === 0) return
  const keys = objects.map(({ key }) => key)
  const tags = objects.map(({ mibTags }) => mibTags)
  await db
    .updateTable('stored_object')
    .from(sql<TaggedObject>`unnest(${keys}::text[], ${tags}::bytea[])`.as<'made'>(sql`made(key, "mibTags")`))
    .set((expression) => ({ mib_tags: expression.ref('made.mibTags') }))
    .whereRef('stored_object.key', '=', 'made.key')
    .where('state', '=', 'kept')
    .execute()
}
