import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person } from '../access/actor.ts'
import type { StoredReceipt, ReceiptFile } from './receipt.ts'

type Db = Kysely<DB>

/** A batch, by its sender's name for it. */
export type Batch = { readonly accountId: number; readonly batch: string }

/** The reader. They may see the receipts of their counties, and their own. */
export type ReceiptReader = Pick<Person, 'accountId' | 'counties'>

type Row = Omit<StoredReceipt, 'files'> & { readonly id: number }

const RECEIPT = sql`
  SELECT r.id, r.number, r.county_id AS "countyId", r.county_name AS "countyName", r.account_id AS "accountId", r.sender,
    r.made_at AS "madeAt", r.clock, r.clock_ahead_ms AS "clockAheadMs", r.check_code AS "checkCode", r.form
  FROM receipt AS r`

/** Blocks other transactions that create receipts for this sender, until this transaction ends. */
export async function holdSender(transaction: Transaction<DB>, accountId: number): Promise<void> {
  const name = `receipts of account ${accountId}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

export type ReceiptOfBatch = Pick<StoredReceipt, 'number' | 'checkCode' | 'countyName'> & {
  readonly documentIds: readonly number[]
}

/**
 * The receipts that a batch already has, and the automatic receipts for any of these documents of the sender, oldest
 * first.
 */
export async function listOfBatch(
  db: Db,
  { accountId, batch, documentIds }: Batch & { readonly documentIds: readonly number[] },
): Promise<ReceiptOfBatch[]> {
  const { rows } = await sql<ReceiptOfBatch>`
    SELECT r.number, r.check_code AS "checkCode", r.county_name AS "countyName",
      ARRAY(SELECT f.document_id FROM receipt_file AS f WHERE f.receipt_id = r.id ORDER BY f.document_id) AS "documentIds"
    FROM receipt AS r WHERE r.account_id = ${accountId}::integer AND (r.batch = ${batch} OR (r.is_automatic AND EXISTS (
      SELECT FROM receipt_file AS f WHERE f.receipt_id = r.id AND f.document_id = ANY(${documentIds}::integer[]))))
    ORDER BY r.id`.execute(db)
  return rows
}

/** Whether one of these documents is on at least this many requested receipts since then. */
export async function isAnyOnReceipts(
  db: Db,
  { documentIds, since, most }: { documentIds: Iterable<number>; since: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ isAny: boolean }>`
    SELECT EXISTS (
      SELECT FROM receipt_file AS f JOIN receipt AS r ON r.id = f.receipt_id
      WHERE f.document_id = ANY(${[...documentIds]}::integer[]) AND r.made_at > ${since}::timestamptz AND NOT r.is_automatic
      GROUP BY f.document_id HAVING count(*) >= ${most}::integer) AS "isAny"`.execute(db)
  return rows[0]?.isAny ?? false
}

/** Adds a receipt; false if another receipt has its number. */
export async function insertReceipt(
  transaction: Transaction<DB>,
  {
    batch,
    isAutomatic,
    files,
    ...receipt
  }: StoredReceipt & Pick<Batch, 'batch'> & { readonly isAutomatic: boolean },
): Promise<boolean> {
  const { number, countyId, countyName, accountId, sender, madeAt, clock, clockAheadMs, checkCode, form } =
    receipt
  const { rows } = await sql<{ id: number }>`
    INSERT INTO receipt (number, batch, is_automatic, county_id, county_name, account_id, sender, made_at, clock, clock_ahead_ms, check_code, form)
    VALUES (${number}, ${batch}, ${isAutomatic}, ${countyId}::integer, ${countyName}, ${accountId}::integer, ${sender},
      ${madeAt}::timestamptz, ${clock}, ${clockAheadMs}::integer, ${checkCode}, ${form}::smallint)
    ON CONFLICT (number) DO NOTHING RETURNING id`.execute(transaction)
  const [made] = rows
  if (!made) return false
  await sql`
    INSERT INTO receipt_file (receipt_id, document_id, file_name, byte_size, sha256, received_at, place, category,
      type, description, owners)
    SELECT ${made.id}::integer, * FROM unnest(
      ${files.map(({ documentId }) => documentId)}::integer[], ${files.map(({ fileName }) => fileName)}::text[],
      ${files.map(({ byteSize }) => byteSize)}::integer[],
      ${files.map(({ sha256 }) => `\\x${sha256.toString('hex')}`)}::bytea[],
      ${files.map(({ receivedAt }) => receivedAt.toISOString())}::timestamptz[],
      ${files.map(({ place }) => place)}::integer[], ${files.map(({ category }) => category)}::text[],
      ${files.map(({ type }) => type)}::text[], ${files.map(({ description }) => description)}::text[],
      ${files.map(({ owners }) => owners)}::text[]
    )`.execute(transaction)
  return true
}

/** The secret for check codes. The first receipt creates it. */
export async function readOrMakeSecret(transaction: Transaction<DB>): Promise<Buffer> {
  const secret = await readSecret(transaction)
  if (secret) return secret
  await sql`INSERT INTO receipt_secret (secret) VALUES (${randomBytes(32)}) ON CONFLICT DO NOTHING`.execute(
    transaction,
  )
  const made = await readSecret(transaction)
  if (!made) throw new Error('The database keeps no secret for receipts.')
  return made
}

/** Undefined while there is no receipt. */
export async function readSecret(db: Db): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer }>`SELECT secret FROM receipt_secret`.execute(db)
  return rows[0]?.secret
}

/** The receipt with that number, if this reader may see it. With a null reader, any receipt. */
export async function findReceipt(
  db: Db,
  number: string,
  reader: ReceiptReader | null,
): Promise<StoredReceipt | undefined> {
  const { rows } = await sql<Row>`${RECEIPT} WHERE r.number = ${number} AND ${isFor(reader)}`.execute(db)
  const [row] = await withFiles(db, rows)
  return row
}

/** For each of these documents of a sender, the first receipt that contains it, oldest first. */
export async function listFirstReceiptsOf(
  db: Db,
  { accountId, documentIds }: { readonly accountId: number; readonly documentIds: readonly number[] },
): Promise<StoredReceipt[]> {
  const { rows } = await sql<Row>`${RECEIPT} WHERE r.id IN (
      SELECT min(own.id) FROM receipt_file AS f JOIN receipt AS own ON own.id = f.receipt_id
      WHERE f.document_id = ANY(${documentIds}::integer[]) AND own.account_id = ${accountId}::integer
      GROUP BY f.document_id)
    ORDER BY r.id`.execute(db)
  return withFiles(db, rows)
}

function isFor(reader: ReceiptReader | null) {
  if (reader === null || reader.counties === 'all') return sql`true`
  const { counties, accountId } = reader
  return sql`(r.county_id = ANY(${counties}::integer[]) OR r.account_id = ${accountId}::integer)`
}

/** Receipts in the order of their creation, after the receipt `after`, up to a limit. */
export async function listReceipts(
  db: Db,
  { after, most }: { after: number; most: number },
): Promise<(StoredReceipt & { readonly id: number })[]> {
  const { rows } = await sql<Row>`
    ${RECEIPT} WHERE r.id > ${after}::integer ORDER BY r.id LIMIT ${most}::integer`.execute(db)
  return withFiles(db, rows)
}

/** A receipt without its files. */
export type ReceiptSummary = Pick<StoredReceipt, 'number' | 'checkCode' | 'countyName' | 'madeAt'> & {
  readonly fileCount: number
}

const SUMMARY = sql`
  SELECT r.number, r.check_code AS "checkCode", r.county_name AS "countyName", r.made_at AS "madeAt",
    (SELECT count(*)::integer FROM receipt_file AS f WHERE f.receipt_id = r.id) AS "fileCount"
  FROM receipt AS r`

/** A person's receipts, newest first, after their receipt numbered `after`, up to a limit. */
export async function listOwnReceipts(
  db: Db,
  {
    accountId,
    countyId,
    after,
    most,
  }: {
    readonly accountId: number
    readonly countyId: number | null
    readonly after: string | null
    readonly most: number
  },
): Promise<ReceiptSummary[]> {
  const { rows } = await sql<ReceiptSummary>`${SUMMARY}
    WHERE r.account_id = ${accountId}::integer
      AND (${countyId}::integer IS NULL OR r.county_id = ${countyId}::integer)
      AND (${after}::text IS NULL OR r.id < (
      SELECT last.id FROM receipt AS last WHERE last.number = ${after} AND last.account_id = ${accountId}::integer))
    ORDER BY r.id DESC LIMIT ${most}::integer`.execute(db)
  return rows
}

/** The receipts that contain a document, newest first, as far as this reader may see them. */
export async function listReceiptsOf(
  db: Db,
  documentId: number,
  reader: ReceiptReader,
): Promise<ReceiptSummary[]> {
  const { rows } = await sql<ReceiptSummary>`${SUMMARY}
    WHERE r.id IN (SELECT f.receipt_id FROM receipt_file AS f WHERE f.document_id = ${documentId}::integer)
      AND ${isFor(reader)}
    ORDER BY r.id DESC`.execute(db)
  return rows
}

type FileRow = ReceiptFile & { readonly receiptId: number }

async function withFiles(
  db: Db,
  receipts: readonly Row[],
): Promise<(StoredReceipt & { readonly id: number })[]> {
  if (receipts.length === 0) return []
  const { rows } = await sql<FileRow>`
    SELECT receipt_id AS "receiptId", document_id AS "documentId", file_name AS "fileName", byte_size AS "byteSize", sha256,
      received_at AS "receivedAt", place, category, type, description, owners
    FROM receipt_file WHERE receipt_id = ANY(${receipts.map(({ id }) => id)}::integer[])
    ORDER BY place, document_id`.execute(db)
  const filesOf = Map.groupBy(rows, ({ receiptId }) => receiptId)
  return receipts.map((receipt) => ({ ...receipt, files: filesOf.get(receipt.id) ?? [] }))
}
