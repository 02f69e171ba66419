import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Returns the name of the store that belongs to this database, or null. */
export async function readStoreId(db: Kysely<DB>): Promise<string | null> {
  const row = await db.selectFrom('document_store').select('id').executeTakeFirst()
  return row?.id ?? null
}

/**
 * Names the database's store if it has no name yet, and returns its name. If servers start at the same time, the first
 * one's name is used.
 */
export async function nameStore(db: Kysely<DB>, id: string): Promise<string> {
  await db
    .insertInto('document_store')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readStoreId(db)) ?? id
}

/** Returns up to `atMost` documents, half of them the oldest and half the newest. */
export async function someDocuments(db: Kysely<DB>, atMost: number) {
  const { rows } = await sql<{ storage_key: string; byte_size: number }>`
    (SELECT storage_key, byte_size FROM document ORDER BY id LIMIT ${atMost}::integer / 2)
    UNION
    (SELECT storage_key, byte_size FROM document ORDER BY id DESC LIMIT ${atMost}::integer / 2)`.execute(db)
  return rows
}
