import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import {
  DROP_FILE_LEASE,
  endLease,
  isExpired,
  isHeldBy,
  leaseEnd,
  takeLease,
  type LeasedRow,
} from './lease.repository.ts'

type Db = Kysely<DB>

/** `id` also names its working folder. */
export type NewDropFile = LeasedRow & {
  readonly countyId: number
  readonly folder: string
  readonly fileName: string
  /** Its inode on the disk. */
  readonly inode: bigint
  readonly takenAt: Date
}

/** The record of a claimed file. */
export type DropFileRow = {
  readonly id: string
  readonly countyId: number
  readonly folder: string
  /** Its inode on the disk; null if the previous release claimed it. */
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

/** Records a file before it is claimed, so that its folder is found again after any failure. */
export async function recordDropFile(db: Db, file: NewDropFile): Promise<void> {
  const { id, owner, countyId, folder, fileName, inode, takenAt } = file
  await sql`
    INSERT INTO drop_file (id, county_id, folder, file_name, inode, taken_at, lease_owner, leased_until)
    VALUES (${id}::uuid, ${countyId}::integer, ${folder}, ${fileName}, ${inode.toString()}::numeric,
      ${takenAt}::timestamptz, ${owner}::uuid, ${leaseEnd(DROP_FILE_LEASE.seconds)})`.execute(db)
}

/** For a file that was not claimed, or was put back: the next poll finds it in its original folder. */
export async function deleteDropFile(db: Db, { id, owner }: LeasedRow): Promise<void> {
  await sql`DELETE FROM drop_file WHERE id = ${id}::uuid AND ${isHeldBy(DROP_FILE_LEASE, owner)} AND state = 'taken'`.execute(
    db,
  )
}

/** Takes over one file of these folders whose lease has expired; undefined if there is none. */
export async function takeOverDropFile(
  db: Db,
  { folders, owner }: { folders: readonly string[]; owner: string },
): Promise<DropFileRow | undefined> {
  const { rows } = await sql<Stored>`
    UPDATE drop_file SET ${takeLease(DROP_FILE_LEASE, owner)}
    WHERE id = (
      SELECT id FROM drop_file
      WHERE put_away_at IS NULL AND ${isExpired(DROP_FILE_LEASE)} AND folder = ANY(${folders}::text[])
      ORDER BY taken_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING ${FACTS}`.execute(db)
  return rows.map(toRow)[0]
}

/** Releases a file for the next poll or another server, after `seconds`. */
export async function releaseDropFile(db: Db, { id, owner }: LeasedRow, seconds: number): Promise<void> {
  await sql`
    UPDATE drop_file SET leased_until = ${leaseEnd(seconds)}
    WHERE id = ${id}::uuid AND ${isHeldBy(DROP_FILE_LEASE, owner)}`.execute(db)
}

/** Ends all leases. Only for the single server of a database, when it starts. */
export async function releaseAllDropFiles(db: Db): Promise<void> {
  await sql`UPDATE drop_file SET ${endLease(DROP_FILE_LEASE)} WHERE put_away_at IS NULL`.execute(db)
}

/**
 * Records that the file became that document, in the document's transaction; false if another server now has the lease.
 */
export async function acceptDropFile(
  transaction: Transaction<DB>,
  { id, owner }: LeasedRow,
  { documentId, filedAs }: { readonly documentId: number; readonly filedAs: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE drop_file SET state = 'accepted', document_id = ${documentId}::integer, filed_as = ${filedAs}
    WHERE id = ${id}::uuid AND ${isHeldBy(DROP_FILE_LEASE, owner)} AND state = 'taken'`.execute(transaction)
  return numAffectedRows === 1n
}

/** Returns false if another server now has the lease. */
export async function refuseDropFile(db: Db, { id, owner }: LeasedRow, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE drop_file SET state = 'refused', reason = ${reason}
    WHERE id = ${id}::uuid AND ${isHeldBy(DROP_FILE_LEASE, owner)} AND state = 'taken'`.execute(db)
  return numAffectedRows === 1n
}

/** Records the destination before the move: the folder of a day in `done`, and the file's name in it. */
export async function recordPlace(
  db: Db,
  { id }: LeasedRow,
  { day, as }: { readonly day: string; readonly as: Buffer },
): Promise<void> {
  await sql`UPDATE drop_file SET lies_in = ${day}, lies_as = ${as}::bytea WHERE id = ${id}::uuid`.execute(db)
}

/** Records that the file is in `done` or `refused`. */
export async function markArchived(db: Db, { id }: LeasedRow, at: Date): Promise<void> {
  await sql`UPDATE drop_file SET put_away_at = ${at}::timestamptz WHERE id = ${id}::uuid`.execute(db)
}

/** The records of these ids that the database has. */
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

/** Claimed files that are not archived yet, and those of them claimed before a given time. */
export async function countDropFiles(db: Db, before: Date): Promise<{ inHand: number; late: number }> {
  const { rows } = await sql<{ inHand: number; late: number }>`
    SELECT count(*)::integer AS "inHand", count(*) FILTER (WHERE taken_at < ${before}::timestamptz)::integer AS late
    FROM drop_file WHERE put_away_at IS NULL`.execute(db)
  return rows[0] ?? { inHand: 0, late: 0 }
}

/** Records the folder of the county that now holds the file, whatever its name was when the file was claimed. */
export async function recordFolder(
  db: Db,
  { id, name, countyId }: { id: string; name: string; countyId: number },
): Promise<void> {
  await sql`
    UPDATE drop_file SET folder = ${name}
    WHERE id = ${id}::uuid AND county_id = ${countyId}::integer AND folder <> ${name}`.execute(db)
}

/**
 * Reclaims a file that is recorded as archived but is still in the working folder, for example after a power loss. It
 * is then archived again.
 */
export async function reclaimDropFile(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE drop_file SET put_away_at = NULL, ${endLease(DROP_FILE_LEASE)}
    WHERE id = ${id}::uuid AND put_away_at IS NOT NULL`.execute(db)
}
