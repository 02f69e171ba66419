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
  /** What it is on its disk. */
  readonly inode: bigint
  readonly takenAt: Date
}

/** What is known of a file that was taken. */
export type DropFileRow = {
  readonly id: string
  readonly countyId: number
  readonly folder: string
  /** What it is on its disk; null of one that the release before has taken. */
  readonly inode: bigint | null
  readonly state: 'taken' | 'accepted' | 'refused'
  readonly documentId: number | null
  readonly reason: string | null
  readonly isPutAway: boolean
}

type Stored = Omit<DropFileRow, 'inode'> & { readonly inode: string | null }

const FACTS = sql`id::text AS id, county_id AS "countyId", folder, inode::text AS inode, state,
  document_id AS "documentId", reason, put_away_at IS NOT NULL AS "isPutAway"`

const toRow = ({ inode, ...row }: Stored): DropFileRow => ({
  ...row,
  inode: inode === null ? null : BigInt(inode),
})

/** Notes a file that is about to be taken: whatever happens then, its folder is looked for. */
export async function recordDropFile(db: Db, file: NewDropFile): Promise<void> {
  const { id, owner, countyId, folder, fileName, inode, takenAt } = file
  await sql`
    INSERT INTO drop_file (id, county_id, folder, file_name, inode, taken_at, lease_owner, leased_until)
    VALUES (${id}::uuid, ${countyId}::integer, ${folder}, ${fileName}, ${inode.toString()}::numeric,
      ${takenAt}::timestamptz, ${owner}::uuid, now() + make_interval(secs => ${LEASE_SECONDS}::integer))`.execute(
    db,
  )
}

/** Nothing was taken, or it was put back: the next look finds the file where it was. */
export async function deleteDropFile(db: Db, { id, owner }: DropFileInHand): Promise<void> {
  await sql`DELETE FROM drop_file WHERE id = ${id}::uuid AND lease_owner = ${owner}::uuid AND state = 'taken'`.execute(
    db,
  )
}

/** Takes over one file of these folders that no server has in hand any more; none where there is none. */
export async function takeOverDropFile(
  db: Db,
  { folders, owner }: { folders: readonly string[]; owner: string },
): Promise<DropFileRow | undefined> {
  const { rows } = await sql<Stored>`
    UPDATE drop_file SET lease_owner = ${owner}::uuid, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}::integer)
    WHERE id = (
      SELECT id FROM drop_file
      WHERE put_away_at IS NULL AND (leased_until IS NULL OR leased_until <= now()) AND folder = ANY(${folders}::text[])
      ORDER BY taken_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${FACTS}`.execute(db)
  return rows.map(toRow)[0]
}

/** Lets go of one, for the next look or another server; after `seconds`. */
export async function releaseDropFile(db: Db, { id, owner }: DropFileInHand, seconds: number): Promise<void> {
  await sql`
    UPDATE drop_file SET leased_until = now() + make_interval(secs => ${seconds}::integer)
    WHERE id = ${id}::uuid AND lease_owner = ${owner}::uuid`.execute(db)
}

/** No server has any in hand: of the one server of a database, when it starts. */
export async function releaseAllDropFiles(db: Db): Promise<void> {
  await sql`UPDATE drop_file SET leased_until = NULL WHERE put_away_at IS NULL`.execute(db)
}

/** The file became that document, in the transaction that records it; false where another server has it by now. */
export async function acceptDropFile(
  transaction: Transaction<DB>,
  { id, owner }: DropFileInHand,
  { documentId, filedAs }: { readonly documentId: number; readonly filedAs: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE drop_file SET state = 'accepted', document_id = ${documentId}::integer, filed_as = ${filedAs}
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

/** It is about to be moved there: the folder of a day in `done`, and its name in it. */
export async function recordPlace(
  db: Db,
  { id }: DropFileInHand,
  { day, as }: { readonly day: string; readonly as: Buffer },
): Promise<void> {
  await sql`UPDATE drop_file SET lies_in = ${day}, lies_as = ${as}::bytea WHERE id = ${id}::uuid`.execute(db)
}

/** It lies in `done` or `refused`. */
export async function markArchived(db: Db, { id }: DropFileInHand, at: Date): Promise<void> {
  await sql`UPDATE drop_file SET put_away_at = ${at}::timestamptz WHERE id = ${id}::uuid`.execute(db)
}

/** Those of these ids of which the database knows. */
export async function findDropFiles(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DropFileRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Stored>`SELECT ${FACTS} FROM drop_file WHERE id = ANY(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, toRow(row)]))
}

/** Files that were taken and are not put away, and those of them taken before a moment. */
export async function countDropFiles(db: Db, before: Date): Promise<{ inHand: number; late: number }> {
  const { rows } = await sql<{ inHand: number; late: number }>`
    SELECT count(*)::integer AS "inHand", count(*) FILTER (WHERE taken_at < ${before}::timestamptz)::integer AS late
    FROM drop_file WHERE put_away_at IS NULL`.execute(db)
  return rows[0] ?? { inHand: 0, late: 0 }
}

/** It lies in that folder of its county, whatever that was called when it was taken. */
export async function recordFolder(
  db: Db,
  { id, name, countyId }: { id: string; name: string; countyId: number },
): Promise<void> {
  await sql`
    UPDATE drop_file SET folder = ${name}
    WHERE id = ${id}::uuid AND county_id = ${countyId}::integer AND folder <> ${name}`.execute(db)
}

/** One that was put away and lies in hand all the same, as after a loss of power, is put away again. */
export async function reclaimDropFile(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE drop_file SET put_away_at = NULL, leased_until = NULL
    WHERE id = ${id}::uuid AND put_away_at IS NOT NULL`.execute(db)
}
