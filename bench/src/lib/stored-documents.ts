import { createHash, randomFillSync, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/** Bytes of a document: small ones, of which a portal has most, are the hardest to move fast. */
export const DOCUMENT_BYTES = 20_000
const AT_ONCE = 1000

/** Gives every document of a portal bytes of its own in a store on the disk, which nothing can compress. */
export async function storeDocuments(client: ClientBase, folder: string): Promise<void> {
  const kept = join(folder, 'documents/kept')
  for (let shelf = 0; shelf < 256; shelf++) {
    await mkdir(join(kept, shelf.toString(16).padStart(2, '0')), { recursive: true })
  }
  await client.query('ALTER TABLE document DISABLE TRIGGER USER')
  const { rows } = await client.query<{ id: number }>('SELECT id FROM document ORDER BY id')
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const stored = await Promise.all(rows.slice(at, at + AT_ONCE).map(({ id }) => storeOne(kept, id)))
    await client.query(
      `UPDATE document SET storage_key = key, byte_size = $4, sha256 = new.sha256
       FROM unnest($1::integer[], $2::text[], $3::bytea[]) AS new (id, key, sha256) WHERE document.id = new.id`,
      [
        stored.map(({ id }) => id),
        stored.map(({ key }) => key),
        stored.map(({ sha256 }) => sha256),
        DOCUMENT_BYTES,
      ],
    )
  }
  await client.query('ALTER TABLE document ENABLE TRIGGER USER')
  await client.query('TRUNCATE stored_object CASCADE')
  await client.query(
    `INSERT INTO stored_object (key, byte_size, sha256, mib_sha256, state, since)
     SELECT storage_key, byte_size, sha256, sha256, 'kept', uploaded_at FROM document`,
  )
  await client.query('VACUUM FULL ANALYZE document')
}

async function storeOne(kept: string, id: number): Promise<{ id: number; key: string; sha256: Buffer }> {
  const bytes = randomFillSync(Buffer.allocUnsafe(DOCUMENT_BYTES))
  const key = randomUUID()
  await writeFile(join(kept, key.slice(0, 2), key), bytes)
  return { id, key, sha256: createHash('sha256').update(bytes).digest() }
}
