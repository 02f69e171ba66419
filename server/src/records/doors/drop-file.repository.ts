import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** Seconds that a file stays with the server that took it: longer than the largest takes with its virus check. */
const LEASE_SECONDS = 600

/** A file in hand: `id` names the folder it lies in, `owner` the server that has it. */
export type DropFileInHand = {
  readonly id: string
  readonly owner: string
}

export type NewDropFile = DropFileInHand & {
  readonly countyId: number
  readonly folder: string
  readonly fileName: string
  readonly takenAt: Date
}

/** What is known of a file that is not put away. */
export type DropFileRow = {
  readonly id: string
  readonly folder: string
  readonly state: 'taken' | 'accepted' | 'refused'
  readonly documentId: number | null
  readonly reason: string | null
}

/** Notes a file that is about to be taken: whatever happens then, its folder is looked for. */
export async function noteDropFile(db: Db, file: NewDropFile): Promise<void> {
  const { id, owner, countyId, folder, fileName, takenAt } = file
  await sql`
    INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, lease_owner, leased_until)
    VALUES (${id}::uuid, ${countyId}::integer, ${folder}, ${fileName}, ${takenAt}::timestamptz, ${owner}::uuid,
      now() + make_interval(secs => ${LEASE_SECONDS}::integer))`.execute(db)
}

/** Nothing was taken, or it was put back: the next look finds the file where it was. */
export async function forgetDropFile(db: Db, { id, owner }: DropFileInHand): Promise<void> {
  await sql`DELETE FROM drop_file WHERE id = ${id}::uuid AND lease_owner = ${owner}::uuid AND state = 'taken'`.execute(
    db,
  )
}

/** Takes over one file of these folders that no server has in hand any more; none where there is none. */
export async function takeOverDropFile(
  db: Db,
  { folders, owner }: { folders: readonly string[]; owner: string },
): Promise<DropFileRow | undefined> {
  const { rows } = await sql<DropFileRow>`
    UPDATE drop_file SET lease_owner = ${owner}::uuid, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}::integer)
    WHERE id = (
      SELECT id FROM drop_file
      WHERE put_away_at IS NULL AND (leased_until IS NULL OR leased_until <= now()) AND folder = ANY(${folders}::text[])
      ORDER BY taken_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, folder, state, document_id AS "documentId", reason`.execute(db)
  return rows[0]
}

/** Lets go of one, for the next look or another server; after `seconds`. */
export async function letGoOfDropFile(db: Db, { id, owner }: DropFileInHand, seconds: number): Promise<void> {
  await sql`
    UPDATE drop_file SET leased_until = now() + make_interval(secs => ${seconds}::integer)
    WHERE id = ${id}::uuid AND lease_owner = ${owner}::uuid`.execute(db)
}

/** No server has any in hand: of the one server of a database, when it starts. */
export async function letGoOfAllDropFiles(db: Db): Promise<void> {
  await sql`UPDATE drop_file SET leased_until = NULL WHERE put_away_at IS NULL`.execute(db)
}

/** The file became that document, in the transaction that records it; false where another server has it by now. */
export async function acceptDropFile(
  transaction: Transaction<DB>,
  { id, owner }: DropFileInHand,
  documentId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE drop_file SET state = 'accepted', document_id = ${documentId}::integer
    WHERE id = ${id}::uuid AND lease_owner = ${owner}::uuid AND state = 'taken'`.execute(transaction)
  return numAffectedRows === 1n
}

/** False where another server has it by now. */
export async function refuseDropFile(
  db: Db,
  { id, owner }: DropFileInHand,
  reason: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE drop_file SET state = 'refused', reason = ${reason}
    WHERE id = ${id}::uuid AND lease_owner = ${owner}::uuid AND state = 'taken'`.execute(db)
  return numAffectedRows === 1n
}

/** It lies in `done` or `refused`. */
export async function notePutAway(db: Db, { id }: DropFileInHand, at: Date): Promise<void> {
  await sql`UPDATE drop_file SET put_away_at = ${at}::timestamptz WHERE id = ${id}::uuid`.execute(db)
}

/** Those of these ids of which the database knows. */
export async function knownDropFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM drop_file WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Files that were taken and are not put away, and those of them taken before a moment. */
export async function countDropFiles(db: Db, before: Date): Promise<{ inHand: number; late: number }> {
  const { rows } = await sql<{ inHand: number; late: number }>`
    SELECT count(*)::integer AS "inHand", count(*) FILTER (WHERE taken_at < ${before}::timestamptz)::integer AS late
    FROM drop_file WHERE put_away_at IS NULL`.execute(db)
  return rows[0] ?? { inHand: 0, late: 0 }
}

/** These lie in that folder, whatever it was called when they were taken. */
export async function noteFolder(
  db: Db,
  { ids, name, countyId }: { ids: readonly string[]; name: string; countyId: number },
): Promise<void> {
  await sql`
    UPDATE drop_file SET folder = ${name}, county_id = ${countyId}::integer
    WHERE id = ANY(${ids}::uuid[]) AND folder <> ${name}`.execute(db)
}

/** Those of these ids that were put away and lie in hand all the same, as after a loss of power, are put away again. */
export async function takeUpAgain(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE drop_file SET put_away_at = NULL, leased_until = NULL
    WHERE id = ANY(${ids}::uuid[]) AND put_away_at IS NOT NULL`.execute(db)
}
