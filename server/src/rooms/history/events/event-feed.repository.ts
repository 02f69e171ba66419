import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Person } from '../../../records/access/actor.ts'
import { countyScope } from '../../../records/access/county.policy.ts'
import { countyCondition, scopeCondition } from '../../../records/access/county-scope.repository.ts'
import { EVENTS_OF_DOCUMENTS } from '../../../records/audit/events/document-history-kinds.ts'
import { binScope } from '../../../records/documents/bin.scope.ts'
import { kindsFor } from '../history.policy.ts'
import { allOf, readNamed, type HistoryRow } from '../history.repository.ts'
import type { FeedPosition, NewestRead } from './feed-position.ts'

type Condition = RawBuilder<boolean>

/** A record behind a position, and whether the reader may know it. */
export type ScannedRecord = NewestRead & { readonly isVisible: boolean }

/**
 * The first records behind a position, in the order of their ids; each chain from where it was read. No time bounds it:
 * a clock may have been wrong, and the event would be left out.
 */
export async function scanRecords(
  db: Kysely<DB>,
  {
    position,
    reader,
    most,
  }: { readonly position: FeedPosition; readonly reader: Person; readonly most: number },
): Promise<ScannedRecord[]> {
  const chains = position.chains.map(([chain]) => chain)
  const sequences = position.chains.map(([, sequence]) => sequence)
  const { rows } = await sql<ScannedRecord>`
    SELECT r.id, r.chain, r.sequence, (extract(epoch FROM r.at) * 1000)::float8 AS at, encode(r.hash, 'hex') AS hash,
      (${isVisibleTo(reader)}) AS "isVisible"
    FROM (
      SELECT head.chain, coalesce(given.sequence, 0) AS sequence FROM audit_chain AS head
      LEFT JOIN unnest(${chains}::integer[], ${sequences}::bigint[]) AS given (chain, sequence) ON given.chain = head.chain
    ) AS head
    CROSS JOIN LATERAL (
      SELECT one.* FROM audit_record AS one
      WHERE one.chain = head.chain AND one.sequence > head.sequence AND one.sequence <= head.sequence + ${most}::integer
      ORDER BY one.sequence LIMIT ${most}::integer
    ) AS r
    LEFT JOIN document AS d ON d.id = CASE WHEN r.subject_kind = 'document' THEN r.subject_id::integer END
    ORDER BY r.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/**
 * Whether the reader may know the record `r` of the document `d`, by the rules of the history of one document (R8.51 to
 * R8.53). In addition they learn that a document of theirs was moved to the bin or deleted, because their list lacks it
 * then.
 */
function isVisibleTo(reader: Person): Condition {
  const scope = countyScope(reader)
  const kinds = kindsFor(reader)
  const { uploadedBy } = binScope(reader)
  const isOwnRead: Condition = sql`(r.account_id = ${reader.accountId}::integer OR r.action <> ALL (${EVENTS_OF_DOCUMENTS.read}::text[]))`
  const isRestorable: Condition = sql`(d.deleted_at IS NULL OR d.uploaded_by = ${uploadedBy}::integer)`
  const hasMoved: Condition = sql`r.action = ANY (${EVENTS_OF_DOCUMENTS.moved}::text[])`
  const isOfItsCounty: Condition = sql`r.county_id IS NOT DISTINCT FROM d.county_id`
  const isSeen = allOf([
    scopeCondition(scope, 'd'),
    ...(uploadedBy === null ? [] : [sql<boolean>`(${isRestorable} OR ${hasMoved})`]),
    ...(reader.counties === 'all' ? [] : [isOfItsCounty]),
  ])
  const isDeleted: Condition = sql`(r.action = 'document.deleted' AND ${countyCondition(scope, 'r')})`
  return allOf([
    sql`r.subject_kind = 'document'`,
    ...(kinds === null ? [] : [sql<boolean>`r.action = ANY (${kinds}::text[])`]),
    ...(reader.rights.has('audit.read') ? [] : [isOwnRead]),
    sql`CASE WHEN d.id IS NULL THEN ${isDeleted} ELSE ${isSeen} END`,
  ])
}

/** These records with the names that the reader may know, oldest first. */
export async function readRecords(
  db: Kysely<DB>,
  { records, reader }: { readonly records: readonly NewestRead[]; readonly reader: Person },
): Promise<HistoryRow[]> {
  if (records.length === 0) return []
  const wanted = sql`
    SELECT one.* FROM unnest(
      ${records.map(({ chain }) => chain)}::integer[],
      ${records.map(({ sequence }) => sequence)}::bigint[],
      ${records.map(({ at }) => new Date(at))}::timestamptz[]
    ) AS wanted (chain, sequence, at)
    JOIN audit_record AS one
      ON one.chain = wanted.chain AND one.sequence = wanted.sequence AND one.at = wanted.at`
  const rows = await readNamed(db, { records: wanted, knownTo: reader.counties })
  return rows.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
}

/** Whether the record still exists as it was read. */
export async function isRecorded(
  db: Kysely<DB>,
  { chain, sequence, at, hash }: NewestRead,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_record WHERE chain = ${chain}::integer AND sequence = ${sequence}::bigint
      AND at = ${new Date(at)}::timestamptz AND hash = decode(${hash}, 'hex')`.execute(db)
  return rows.length > 0
}

/** The position behind every committed record. */
export async function readEnd(db: Kysely<DB>): Promise<FeedPosition> {
  const { rows } = await sql<NewestRead>`
    SELECT r.id, head.chain, head.sequence, (extract(epoch FROM r.at) * 1000)::float8 AS at, encode(r.hash, 'hex') AS hash
    FROM audit_chain AS head CROSS JOIN LATERAL (
      SELECT one.id, one.at, one.hash FROM audit_record AS one
      WHERE one.chain = head.chain AND one.sequence = head.sequence LIMIT 1
    ) AS r ORDER BY r.id`.execute(db)
  return {
    chains: rows.map(({ chain, sequence }) => [chain, sequence] as const),
    newest: rows.at(-1) ?? null,
  }
}
