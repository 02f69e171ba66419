import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** The name of the store that belongs to this database; null while it has none. */
export async function readStoreId(db: Kysely<DB>): Promise<string | null> {
  const row = await db.selectFrom('document_store').select('id').executeTakeFirst()
  return row?.id ?? null
}

/** Names the database's store where it has no name yet, and returns the name it has then: of servers that start at once, the first one's. */
export async function nameStore(db: Kysely<DB>, id: string): Promise<string> {
  await db
    .insertInto('document_store')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readStoreId(db)) ?? id
}

/** Documents here and there, so many at most. */
export async function someDocuments(db: Kysely<DB>, atMost: number) {
  const { rows } = await sql<{ storage_key: string; byte_size: number }>`
    (SELECT storage_key, byte_size FROM document ORDER BY id LIMIT ${atMost}::integer / 2)
    UNION
    (SELECT storage_key, byte_size FROM document ORDER BY id DESC LIMIT ${atMost}::integer / 2)`.execute(db)
  return rows
}
