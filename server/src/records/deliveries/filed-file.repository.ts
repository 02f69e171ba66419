import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** A file of the drop folder that became a document and is now in `done`. */
export type FiledFile = {
  readonly id: string
  readonly folder: string
  readonly documentId: number
  /** Its fingerprint when it was filed, or at its last change. */
  readonly filedAs: string
  /** Its folder in `done`, and its name there. */
  readonly liesIn: string
  readonly liesAs: Buffer
  /** When it arrived there. */
  readonly at: Date
}

const FACTS = sql`id::text AS id, folder, document_id AS "documentId", filed_as AS "filedAs", lies_in AS "liesIn",
  lies_as AS "liesAs", put_away_at AS at`

/** Files that arrived in `done` since a given time, starting at a cursor. */
export async function listFiledFiles(
  db: Db,
  {
    folders,
    since,
    after,
    most,
  }: {
    readonly folders: readonly string[]
    readonly since: Date
    readonly after: Pick<FiledFile, 'at' | 'id'> | null
    readonly most: number
  },
): Promise<FiledFile[]> {
  const { rows } = await sql<FiledFile>`
    SELECT ${FACTS} FROM drop_file
    WHERE lies_as IS NOT NULL AND put_away_at >= ${since}::timestamptz AND filed_as IS NOT NULL
      AND folder = ANY(${folders}::text[])
      AND (${after?.at ?? null}::timestamptz IS NULL OR (put_away_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY put_away_at, drop_file.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Files that changed after they were filed, are still in their folder, and that no person marked as done since. */
export async function listChangedFiles(
  db: Db,
  { folders, most }: { readonly folders: readonly string[]; readonly most: number },
): Promise<FiledFile[]> {
  const { rows } = await sql<FiledFile>`
    SELECT ${FACTS} FROM drop_file
    WHERE open_since IS NOT NULL AND changed_at IS NOT NULL AND lies_as IS NOT NULL AND folder = ANY(${folders}::text[])
    ORDER BY put_away_at, drop_file.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Records that the file no longer matches what was filed, and its present fingerprint: it may change again. */
export async function recordChangedFile(
  db: Db,
  id: string,
  { at, looks }: { readonly at: Date; readonly looks: string },
): Promise<void> {
  await sql`
    UPDATE drop_file SET changed_at = ${at}::timestamptz, filed_as = ${looks}
    WHERE id = ${id}::uuid AND filed_as IS DISTINCT FROM ${looks}`.execute(db)
}

/** Records a new fingerprint for a file whose bytes are unchanged. */
export async function recordFingerprint(db: Db, id: string, looks: string): Promise<void> {
  await sql`UPDATE drop_file SET filed_as = ${looks} WHERE id = ${id}::uuid`.execute(db)
}

/** Records that the file is gone, so that it is not checked again. */
export async function recordGoneFile(db: Db, id: string): Promise<void> {
  await sql`UPDATE drop_file SET lies_in = NULL, lies_as = NULL WHERE id = ${id}::uuid`.execute(db)
}
