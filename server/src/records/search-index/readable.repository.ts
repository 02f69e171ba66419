import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { READABLE_STATES } from '../stored-files/scan/require-checked.ts'

/** Of these documents, those with text that no virus check blocks, in the same order. */
export async function findReadable(db: Kysely<DB>, documentIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM unnest(${documentIds}::integer[]) WITH ORDINALITY AS p (id, place)
    JOIN document AS d ON d.id = p.id JOIN stored_object AS o ON o.key = d.storage_key
    WHERE o.scan_state = ANY (${READABLE_STATES}::text[])
      AND EXISTS (SELECT FROM document_text AS t WHERE t.document_id = d.id AND t.characters > 0)
    ORDER BY p.place`.execute(db)
  return rows.map(({ id }) => id)
}
