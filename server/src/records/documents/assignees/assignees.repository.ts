import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { isSeenBy } from '../../access/county-scope.repository.ts'
import { nameKnownTo, type NameReader } from '../../accounts/known-people.repository.ts'

/** A person who works on documents, or may. */
export type AssigneeRow = {
  readonly personId: number
  readonly email: string
  /** Empty if the reader may not know it. */
  readonly fullName: string
}

/** Who works on a document now, and who assigned it when. */
export type CurrentAssignee = AssigneeRow & { readonly assignedBy: number; readonly assignedAt: Date }

/**
 * Returns who works on these documents, by document. An assignment counts only while its person may sign in and sees the
 * document, so nothing must be swept when a person loses a county.
 */
export async function findAssignees(
  db: Kysely<DB>,
  documentIds: readonly number[],
  reader: NameReader,
): Promise<ReadonlyMap<number, CurrentAssignee>> {
  const { rows } = await sql<CurrentAssignee & { documentId: number }>`
    SELECT x.document_id AS "documentId", a.id AS "personId", a.email, ${nameKnownTo(reader, 'a')} AS "fullName",
      x.assigned_by AS "assignedBy", x.assigned_at AS "assignedAt"
    FROM document_assignee AS x
    JOIN document AS d ON d.id = x.document_id
    JOIN account AS a ON a.id = x.person_id
    WHERE x.document_id = ANY (${documentIds}::integer[]) AND ${isSeenBy('a', 'd')}`.execute(db)
  return new Map(rows.map(({ documentId, ...assignee }) => [documentId, assignee]))
}

/** Returns these people by their accounts. */
export async function findPeople(
  db: Kysely<DB>,
  accountIds: readonly number[],
  reader: NameReader,
): Promise<ReadonlyMap<number, AssigneeRow>> {
  const { rows } = await sql<AssigneeRow>`
    SELECT a.id AS "personId", a.email, ${nameKnownTo(reader, 'a')} AS "fullName"
    FROM account AS a WHERE a.id = ANY (${accountIds}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.personId, row]))
}

/** Returns these documents that the account sees, if it may sign in. */
export async function findSeenBy(
  db: Kysely<DB>,
  accountId: number,
  documentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM document AS d JOIN account AS a ON a.id = ${accountId}::integer
    WHERE d.id = ANY (${documentIds}::integer[]) AND ${isSeenBy('a', 'd')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Assignment = {
  readonly documentId: number
  /** Null for nobody. */
  readonly personId: number | null
  readonly assignedBy: number
  readonly assignedAt: Date
}

/** Assigns locked documents, each to a person or to nobody. */
export async function writeAssignees(
  transaction: Transaction<DB>,
  assignments: readonly Assignment[],
): Promise<void> {
  const freed = assignments.filter(({ personId }) => personId === null).map(({ documentId }) => documentId)
  if (freed.length > 0) {
    await transaction
      .deleteFrom('document_assignee')
      .where('document_id', '=', sql<number>`ANY(${freed}::integer[])`)
      .execute()
  }
  const rows = assignments.flatMap(({ documentId, personId, assignedBy, assignedAt }) =>
    personId === null
      ? []
      : [{ document_id: documentId, person_id: personId, assigned_by: assignedBy, assigned_at: assignedAt }],
  )
  if (rows.length === 0) return
  await transaction
    .insertInto('document_assignee')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet((expression) => ({
        person_id: expression.ref('excluded.person_id'),
        assigned_by: expression.ref('excluded.assigned_by'),
        assigned_at: expression.ref('excluded.assigned_at'),
      })),
    )
    .execute()
}
