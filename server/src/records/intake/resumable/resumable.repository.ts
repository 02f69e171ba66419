import type { Failure } from '@portal/contract/error.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { DocumentDraft } from '../document-draft.ts'
import type { OwnerLink } from '../../documents/links.repository.ts'

type Db = Kysely<DB>

/** The sender's details when an upload starts. */
export type NewUpload = DocumentDraft & {
  readonly id: string
  readonly accountId: number
  readonly senderKey: string | null
  readonly fileName: string
  /** The owner to link to the document. */
  readonly owner: OwnerLink | null
  /** The owner that the sender names for the firm to link. */
  readonly namedPartyNumber: number | null
  /** The document that this one corrects. */
  readonly correctsId: number | null
  /** Bytes of the whole file. */
  readonly size: number
  /** SHA-256 of the whole file in hexadecimal digits, if the sender declares one. */
  readonly sha256: string | null
  readonly begunAt: Date
  readonly expiresAt: Date
  /** The document, if the upload is one already. */
  readonly documentId?: number
}

export type UploadState = 'unfinished' | 'stored' | 'refused'

/** An upload as stored in its row. */
export type ResumableRow = DocumentDraft & {
  readonly id: string
  readonly senderKey: string | null
  readonly fileName: string
  readonly owner: OwnerLink | null
  readonly namedPartyNumber: number | null
  readonly correctsId: number | null
  readonly size: number
  /** SHA-256 in hexadecimal digits as the sender declared it, or null. */
  readonly sha256: string | null
  /** Bytes that are durable after a power loss. */
  readonly received: number
  readonly state: UploadState
  readonly begunAt: Date
  readonly expiresAt: Date
  readonly lastByteAt: Date | null
  readonly refusal: Failure | null
  readonly documentId: number | null
}

const ROW = sql`id, sender_key AS "senderKey", file_name AS "fileName", byte_size::float8 AS size,
  encode(declared_sha256, 'hex') AS sha256, received::float8 AS received, state, category_id AS "categoryId", type_id AS "typeId", county_id AS "countyId",
  description, begun_at AS "begunAt", expires_at AS "expiresAt", last_byte_at AS "lastByteAt", refusal,
  document_id AS "documentId", named_party_number AS "namedPartyNumber", corrects_id AS "correctsId",
  CASE WHEN owner_party_number IS NOT NULL THEN jsonb_build_object(
    'partyNumber', owner_party_number, 'relationTypeId', owner_relation_type_id) END AS owner`

/** An upload and its owner: calls of other accounts cannot reach it. */
export type OwnUpload = { readonly id: string; readonly accountId: number }

/**
 * Makes concurrent starts of uploads by one person wait until the transaction ends, so that they cannot exceed a limit
 * together.
 */
export async function holdBeginning(transaction: Transaction<DB>, accountId: number): Promise<void> {
  const name = `uploads begun by account ${accountId}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/** Returns false if the sender already started an upload under that key. */
export async function insertUpload(db: Db, upload: NewUpload): Promise<boolean> {
  const { documentId } = upload
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('resumable_upload')
    .values({
      id: upload.id,
      account_id: upload.accountId,
      sender_key: upload.senderKey,
      file_name: upload.fileName,
      byte_size: upload.size,
      declared_sha256: upload.sha256 === null ? null : Buffer.from(upload.sha256, 'hex'),
      category_id: upload.categoryId,
      type_id: upload.typeId,
      county_id: upload.countyId,
      description: upload.description,
      owner_party_number: upload.owner?.partyNumber ?? null,
      owner_relation_type_id: upload.owner?.relationTypeId ?? null,
      named_party_number: upload.namedPartyNumber,
      corrects_id: upload.correctsId,
      begun_at: upload.begunAt,
      expires_at: upload.expiresAt,
      ...(documentId !== undefined && { state: 'stored', document_id: documentId, received: upload.size }),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'sender_key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns how many unfinished uploads the account has, and their total size in bytes. */
export async function countUnfinished(
  db: Db,
  accountId: number,
): Promise<{ uploads: number; bytes: number }> {
  const { rows } = await sql<{ uploads: number; bytes: number }>`
    SELECT count(*)::integer AS uploads, coalesce(sum(byte_size), 0)::float8 AS bytes
    FROM resumable_upload WHERE account_id = ${accountId} AND state = 'unfinished'`.execute(db)
  return rows[0] ?? { uploads: 0, bytes: 0 }
}

export async function findOwnResumableUpload(
  db: Db,
  { id, accountId }: OwnUpload,
): Promise<ResumableRow | undefined> {
  const { rows } = await sql<ResumableRow>`
    SELECT ${ROW} FROM resumable_upload WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** Finds uploads by the sender's keys, in any state. */
export async function findBySenderKeys(
  db: Db,
  accountId: number,
  senderKeys: readonly string[],
): Promise<ResumableRow[]> {
  const { rows } = await sql<ResumableRow>`
    SELECT ${ROW} FROM resumable_upload
    WHERE account_id = ${accountId} AND sender_key = ANY (${senderKeys}::text[])
    ORDER BY begun_at DESC, id`.execute(db)
  return rows
}

/** Returns the account's unfinished uploads, newest first. */
export async function findUnfinished(db: Db, accountId: number, atMost: number): Promise<ResumableRow[]> {
  const { rows } = await sql<ResumableRow>`
    SELECT ${ROW} FROM resumable_upload
    WHERE account_id = ${accountId} AND state = 'unfinished'
    ORDER BY begun_at DESC, id LIMIT ${atMost}`.execute(db)
  return rows
}

/** The holder of an upload, and when the lease of their server expires. */
export type Lease = { readonly holder: string; readonly until: Date }

/** Makes `holder` the only one that may continue the upload; later writes of earlier holders have no effect. */
export async function setHolder(
  db: Db,
  { id, accountId }: OwnUpload,
  { holder, until }: Lease,
): Promise<ResumableRow | undefined> {
  const { rows } = await sql<ResumableRow>`
    UPDATE resumable_upload SET holder = ${holder}, leased_until = ${until}::timestamptz
    WHERE id = ${id} AND account_id = ${accountId}
    RETURNING ${ROW}`.execute(db)
  return rows[0]
}

/** Extends the holder's lease. An upload taken over by another holder keeps its own lease. */
export async function renewLease(db: Db, id: string, { holder, until }: Lease): Promise<void> {
  await sql`
    UPDATE resumable_upload SET leased_until = ${until}::timestamptz
    WHERE id = ${id} AND holder = ${holder} AND state = 'unfinished'`.execute(db)
}

export type HeldUpload = { readonly id: string; readonly holder: string }

/**
 * Marks the upload as stored; false if the caller no longer holds it. Call it in the transaction that records the
 * document.
 */
export async function markStored(
  db: Transaction<DB>,
  { id, holder }: HeldUpload,
  documentId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resumable_upload')
    .set({ state: 'stored', document_id: documentId, received: sql<string>`byte_size`, last_byte_at: null })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'unfinished')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** From now on only the sender can turn it into a document. */
export async function markAwaitingSender(db: Db, { id, holder }: HeldUpload): Promise<void> {
  await sql`
    UPDATE resumable_upload SET last_byte_at = NULL
    WHERE id = ${id} AND holder = ${holder} AND state = 'unfinished'`.execute(db)
}

/** Marks the upload as rejected, and stores the error of that response. */
export async function markRefused(db: Db, { id, holder }: HeldUpload, refusal: Failure): Promise<void> {
  await db
    .updateTable('resumable_upload')
    .set({ state: 'refused', refusal: JSON.stringify(refusal) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'unfinished')
    .execute()
}

/** Deletes the account's rejected uploads except the newest. */
export async function deleteOldRefused(db: Db, accountId: number, kept: number): Promise<void> {
  await sql`
    DELETE FROM resumable_upload WHERE account_id = ${accountId} AND state = 'refused' AND begun_at < (
      SELECT begun_at FROM resumable_upload WHERE account_id = ${accountId} AND state = 'refused'
      ORDER BY begun_at DESC OFFSET ${kept - 1} LIMIT 1)`.execute(db)
}

export async function deleteUploads(db: Db, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM resumable_upload WHERE id = ANY (${ids}::text[])`.execute(db)
}

/** Returns expired uploads, the longest expired first. */
export async function findExpired(db: Db, now: Date, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM resumable_upload WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${atMost}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** When a complete upload counts as abandoned: its lease has expired, or it has none and arrived long ago. */
export type LeftSince = { readonly leaseOver: Date; readonly arrivedBefore: Date }

/** Finds abandoned uploads that are complete, with their owners. */
export async function findLeftWhole(
  db: Db,
  { leaseOver, arrivedBefore }: LeftSince,
  atMost: number,
): Promise<(OwnUpload & { readonly email: string })[]> {
  const { rows } = await sql<OwnUpload & { email: string }>`
    SELECT u.id, u.account_id AS "accountId", a.email
    FROM resumable_upload AS u JOIN account AS a ON a.id = u.account_id
    WHERE u.last_byte_at IS NOT NULL AND u.state = 'unfinished' AND a.disabled_at IS NULL
      AND CASE WHEN u.leased_until IS NULL THEN u.last_byte_at <= ${arrivedBefore} ELSE u.leased_until <= ${leaseOver} END
    ORDER BY random() LIMIT ${atMost}`.execute(db)
  return rows
}
