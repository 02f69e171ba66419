import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** An archive among those of a person. */
export type ArchiveName = { readonly accountId: number; readonly key: string }

type NewArchive = ArchiveName & {
  readonly preparedAt: Date
  readonly documentIds: readonly number[]
  /** Archives that the person may have; the oldest others are deleted. */
  readonly most: number
}

/** Stores an archive. Another one of the person with the same key is replaced. */
export async function storeArchive(db: Kysely<DB>, archive: NewArchive): Promise<void> {
  const { accountId, key, preparedAt, documentIds, most } = archive
  await sql`
    INSERT INTO document_archive (account_id, key, prepared_at, document_ids)
    VALUES (${accountId}::integer, ${key}::uuid, ${preparedAt}, ${documentIds}::integer[])
    ON CONFLICT (account_id, key) DO UPDATE
      SET prepared_at = EXCLUDED.prepared_at, document_ids = EXCLUDED.document_ids`.execute(db)
  await sql`
    DELETE FROM document_archive WHERE account_id = ${accountId}::integer AND key IN (
      SELECT key FROM document_archive WHERE account_id = ${accountId}::integer
      ORDER BY prepared_at DESC, key OFFSET ${most}::integer)`.execute(db)
}

/** The documents of an archive that was prepared after that moment; undefined if there is none. */
export async function findArchive(
  db: Kysely<DB>,
  { accountId, key, since }: ArchiveName & { readonly since: Date },
): Promise<readonly number[] | undefined> {
  const { rows } = await sql<{ ids: number[] }>`
    SELECT document_ids AS ids FROM document_archive
    WHERE account_id = ${accountId}::integer AND key = ${key}::uuid AND prepared_at > ${since}`.execute(db)
  return rows[0]?.ids
}

/** Deletes the archives that were prepared before that moment. */
export async function deleteArchives(db: Kysely<DB>, before: Date): Promise<void> {
  await sql`DELETE FROM document_archive WHERE prepared_at < ${before}`.execute(db)
}
