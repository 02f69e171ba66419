import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Verdict } from '../../../engines/scanner/scanner.ts'

export type ScanState = 'none' | 'pending' | 'clean' | 'infected'

/** The scan state of stored bytes, and the name of the virus. */
export type Scan = { readonly state: ScanState; readonly finding: string | null }

/** Returns the scan state of the bytes under a key; undefined if the database does not know them. */
export async function findScan(db: Kysely<DB>, key: string): Promise<Scan | undefined> {
  const row = await db
    .selectFrom('stored_object')
    .select(['scan_state', 'scan_finding'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row && { state: row.scan_state as ScanState, finding: row.scan_finding }
}

/** Seconds until the next attempt after the scanner was unavailable. */
const AWAY_PAUSE = 10
/** Seconds until the next attempt after an incomplete scan: 15, 60, 240 … up to six hours. */
const TROUBLE_PAUSE = sql`least(21600, 15 * 4.0 ^ least(scan_tries, 8))`

/**
 * Records a scanner's verdict on the bytes of a document. Unless the verdict is clean or infected, the state stays; a
 * new upload becomes pending.
 * @returns false if no document uses the bytes.
 */
export async function recordVerdict(
  db: Kysely<DB>,
  key: string,
  { verdict, isNew }: { readonly verdict: Verdict; readonly isNew: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_object')
    .set({ ...changesBy(verdict), ...(isNew && isOpen(verdict) && { scan_state: 'pending' }) })
    .where('key', '=', key)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function isOpen({ kind }: Verdict): boolean {
  return kind !== 'clean' && kind !== 'infected'
}

function changesBy(verdict: Verdict) {
  if (verdict.kind === 'unavailable')
    return { scan_due: sql<Date>`now() + make_interval(secs => ${AWAY_PAUSE})` }
  if (verdict.kind === 'clean' || verdict.kind === 'infected') {
    return {
      scan_state: verdict.kind,
      scanned_at: sql<Date>`now()`,
      scan_finding: verdict.kind === 'infected' ? verdict.finding : null,
      scan_trouble: null,
      scan_tries: 0,
    }
  }
  return {
    scan_trouble: verdict.kind === 'error' ? verdict.reason.slice(0, 500) : verdict.kind,
    scan_tries: sql<number>`scan_tries + 1`,
    scan_due: sql<Date>`now() + make_interval(secs => ${TROUBLE_PAUSE})`,
  }
}

/** Minutes that a server has to scan its claim; after that another may claim it. */
const CLAIM_MINUTES = 15

/** Bytes of a document that are not yet found clean, and the virus that an earlier scan found in them. */
export type DueScan = { readonly key: string; readonly byteSize: number; readonly finding: string | null }

/**
 * Claims the bytes that have been due longest. Blocked ones (`pending`) come first, and among them those without a
 * failed scan. Null if none are due.
 */
export async function claimScan(db: Kysely<DB>): Promise<DueScan | null> {
  for (const state of ['pending', 'none'] as const) {
    // Separate queries instead of one order: with many due rows the index would not return the first of them.
    const due =
      (await claimIn(db, state, { isTried: false })) ?? (await claimIn(db, state, { isTried: true }))
    if (due) return due
  }
  return null
}

async function claimIn(
  db: Kysely<DB>,
  state: ScanState,
  { isTried }: { isTried: boolean },
): Promise<DueScan | null> {
  const { rows } = await sql<DueScan>`
    WITH due AS (
      SELECT key FROM stored_object
      WHERE state = 'kept' AND scan_state = ${state} AND scan_state <> 'clean' AND scan_due <= now()
        AND (scan_tries > 0) = ${isTried}
      ORDER BY scan_due LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE stored_object AS o SET scan_due = now() + make_interval(mins => ${CLAIM_MINUTES}::integer)
    FROM due WHERE o.key = due.key
    RETURNING o.key, o.byte_size AS "byteSize", o.scan_finding AS finding`.execute(db)
  return rows[0] ?? null
}

/** Whether any scan is due now. */
export async function isAnyScanDue(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM stored_object
    WHERE state = 'kept' AND scan_state IN ('none', 'pending') AND scan_state <> 'clean' AND scan_due <= now()
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Counting stops here, because a larger number would not help the operator. */
const MAX_COUNTED = 10_000

/** Returns how many documents are blocked until found clean, and on how many a scan failed; at most 10,000 each. */
export async function countScans(db: Kysely<DB>): Promise<{ waiting: number; inTrouble: number }> {
  const { rows } = await sql<{ waiting: number; inTrouble: number }>`
    SELECT
      (SELECT count(*)::integer FROM (
        SELECT FROM stored_object WHERE state = 'kept' AND scan_state = 'pending' LIMIT ${MAX_COUNTED}
      ) AS s) AS waiting,
      (SELECT count(*)::integer FROM (
        SELECT FROM stored_object WHERE state = 'kept' AND scan_trouble IS NOT NULL LIMIT ${MAX_COUNTED}
      ) AS s) AS "inTrouble"
  `.execute(db)
  return rows[0] ?? { waiting: 0, inTrouble: 0 }
}

/** An upload in which a virus was found on arrival. */
export type RefusedUpload = {
  readonly key: string
  readonly byteSize: number
  readonly sha256: Buffer
  readonly finding: string
  readonly fileName: string
  readonly countyId: number | null
  readonly uploadedBy: number
  readonly uploadedAt: Date
}

/** Records an upload whose bytes are in quarantine. */
export async function insertRefusedUpload(
  transaction: Transaction<DB>,
  upload: RefusedUpload,
): Promise<void> {
  const { key, byteSize, sha256, finding, fileName, countyId, uploadedBy, uploadedAt } = upload
  await sql`
    INSERT INTO stored_object (key, byte_size, sha256, state, scan_state, scanned_at, scan_finding)
    VALUES (${key}, ${byteSize}, ${sha256}, 'quarantined', 'infected', now(), ${finding})
    ON CONFLICT (key) DO UPDATE SET byte_size = excluded.byte_size, sha256 = excluded.sha256, state = 'quarantined',
      since = now(), remove_after = NULL, scan_state = 'infected', scanned_at = now(), scan_finding = excluded.scan_finding
  `.execute(transaction)
  await transaction
    .insertInto('refused_upload')
    .values({
      key,
      file_name: fileName,
      county_id: countyId,
      uploaded_by: uploadedBy,
      uploaded_at: uploadedAt,
    })
    .execute()
}

/** Returns the viruses found in the bytes under these keys. */
export async function findFindings(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; finding: string }>`
    SELECT key, scan_finding AS finding FROM stored_object
    WHERE key = ANY (${keys}::text[]) AND scan_state = 'infected' AND scan_finding IS NOT NULL`.execute(db)
  return new Map(rows.map(({ key, finding }) => [key, finding]))
}

/**
 * Makes a scan due now. Infected bytes become pending, so they stay blocked; the earlier finding stays stored.
 * @returns false if they were found clean.
 */
export async function requestScan(transaction: Transaction<DB>, key: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('stored_object')
    .set({ scan_due: sql<Date>`now()`, scan_tries: 0 })
    .set((stored) => ({
      scan_state: stored
        .case()
        .when('scan_state', '=', 'infected')
        .then('pending')
        .else(stored.ref('scan_state'))
        .end(),
    }))
    .where('key', '=', key)
    .where('state', '=', 'kept')
    .where('scan_state', '<>', 'clean')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
