import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../access/county.policy.ts'
import { scopeCondition } from '../access/county-scope.repository.ts'
import type { Reversal } from './reversal.ts'

/** Adds documents to a run with their present versions. A document outside the scope counts as one that does not exist. */
export async function insertItems(
  transaction: Transaction<DB>,
  number: number,
  { ids, scope }: { readonly ids: readonly number[]; readonly scope: CountyScope },
): Promise<void> {
  await sql`
    INSERT INTO document_run_item (run_number, document_id, version)
    SELECT ${number}::integer, i.id, d.version FROM unnest(${ids}::integer[]) AS i (id)
    LEFT JOIN document AS d ON d.id = i.id AND ${scopeCondition(scope, 'd')}
    ORDER BY i.id`.execute(transaction)
}

/**
 * Adds the documents that another run has changed and no undo has, with their versions after that run. What a later run
 * changed and an undo of it changed back counts as not changed since (R20.66). A run that assigns makes no version.
 */
export async function insertItemsToUndo(
  transaction: Transaction<DB>,
  number: number,
  undoes: number,
): Promise<void> {
  await sql`
    WITH RECURSIVE same (document_id, version) AS (
      SELECT i.document_id, i.version_after FROM document_run_item AS i WHERE ${isToUndo(undoes)}
      UNION
      SELECT same.document_id, back.version_after FROM same
      JOIN document_run_item AS later ON later.document_id = same.document_id
        AND later.version_after = same.version + 1 AND later.outcome = 'changed'
      JOIN document_run AS made ON made.number = later.run_number
        AND coalesce(made.action ->> 'of', made.action ->> 'kind') <> 'assign'
      JOIN document_run AS undo ON undo.undoes = later.run_number
      JOIN document_run_item AS back ON back.run_number = undo.number AND back.document_id = same.document_id
        AND back.outcome = 'changed'
    )
    INSERT INTO document_run_item (run_number, document_id, version)
    SELECT ${number}::integer, document_id, max(version) FROM same GROUP BY document_id ORDER BY document_id`.execute(
    transaction,
  )
}

/** Items of a run that it changed, and that no undo of it has changed back. */
function isToUndo(number: number) {
  return sql<boolean>`i.run_number = ${number}::integer AND i.outcome = 'changed' AND NOT EXISTS (
    SELECT FROM document_run AS u JOIN document_run_item AS b ON b.run_number = u.number
    WHERE u.undoes = ${number}::integer AND b.document_id = i.document_id AND b.outcome = 'changed')`
}

/** The next documents that a run has not judged, with how often a batch with them failed: the fewest first. */
export async function listPending(
  db: Kysely<DB>,
  number: number,
  most: number,
): Promise<{ readonly id: number; readonly failures: number }[]> {
  const { rows } = await sql<{ id: number; failures: number }>`
    SELECT document_id AS id, failures FROM document_run_item WHERE run_number = ${number}::integer AND outcome IS NULL
    ORDER BY failures, document_id LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Counts that a batch with these documents failed. */
export async function addFailure(db: Kysely<DB>, number: number, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE document_run_item SET failures = failures + 1
    WHERE run_number = ${number}::integer AND document_id = ANY (${ids}::integer[])`.execute(db)
}

/** Ids of the documents that an undo of a run would change back. */
export async function listToUndo(db: Kysely<DB>, number: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT i.document_id AS id FROM document_run_item AS i WHERE ${isToUndo(number)} ORDER BY i.document_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function countPending(db: Kysely<DB>, number: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM document_run_item
    WHERE run_number = ${number}::integer AND outcome IS NULL`.execute(db)
  return rows[0]?.n ?? 0
}

export type PendingItem = {
  readonly id: number
  /** Null: it did not exist, or the person could not see it. */
  readonly version: number | null
  /** Of an undo: what the undone run would have written back. */
  readonly reversal: Reversal | null
}

/** Those of these documents that the run has not judged. The run must be locked. */
export async function findPending(
  transaction: Transaction<DB>,
  { number, undoes }: { readonly number: number; readonly undoes: number | null },
  ids: readonly number[],
): Promise<PendingItem[]> {
  const { rows } = await sql<PendingItem>`
    SELECT i.document_id AS id, i.version, u.reversal FROM document_run_item AS i
    LEFT JOIN document_run_item AS u ON u.run_number = ${undoes}::integer AND u.document_id = i.document_id
    WHERE i.run_number = ${number}::integer AND i.document_id = ANY (${ids}::integer[]) AND i.outcome IS NULL
    ORDER BY i.document_id`.execute(transaction)
  return rows
}

export type ItemResult = { readonly id: number } & (
  | { readonly outcome: 'changed'; readonly reversal: Reversal; readonly versionAfter: number }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: string }
)

/** Writes what became of documents of a run. */
export async function settleItems(
  transaction: Transaction<DB>,
  number: number,
  results: readonly ItemResult[],
): Promise<void> {
  await sql`
    UPDATE document_run_item AS i SET outcome = r.outcome, reason = r.reason, reversal = r.reversal,
      version_after = r."versionAfter"
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS r (id integer, outcome text, reason text, reversal jsonb, "versionAfter" integer)
    WHERE i.run_number = ${number}::integer AND i.document_id = r.id`.execute(transaction)
}

export type ItemsQuery = {
  readonly number: number
  readonly scope: CountyScope
  readonly outcome: 'pending' | 'changed' | 'unchanged' | 'refused' | undefined
  /** Only documents with a higher id. */
  readonly after: number
  readonly most: number
}

export type ItemRow = {
  readonly id: number
  readonly fileName: string
  readonly county_id: number | null
  readonly uploaded_by: number
  readonly deleted_at: Date | null
  readonly outcome: 'pending' | 'changed' | 'unchanged' | 'refused'
  readonly reason: string | null
}

/** Documents of a run that exist and that the scope shows, by id. */
export async function listItems(
  db: Kysely<DB>,
  { number, scope, outcome, after, most }: ItemsQuery,
): Promise<ItemRow[]> {
  const isWanted =
    outcome === undefined
      ? sql`true`
      : outcome === 'pending'
        ? sql`i.outcome IS NULL`
        : sql`i.outcome = ${outcome}`
  const { rows } = await sql<ItemRow>`
    SELECT i.document_id AS id, d.file_name AS "fileName", d.county_id, d.uploaded_by, d.deleted_at,
      coalesce(i.outcome, 'pending') AS outcome, i.reason
    FROM document_run_item AS i JOIN document AS d ON d.id = i.document_id
    WHERE i.run_number = ${number}::integer AND i.document_id > ${after}::integer AND ${isWanted}
      AND ${scopeCondition(scope, 'd')}
    ORDER BY i.document_id LIMIT ${most}::integer`.execute(db)
  return rows
}
