import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  ASSIGNEE_UNKNOWN,
  type AssignTo,
  type getAssignee,
  type listAssignees,
} from '@portal/contract/work/assignees.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { actOnDocument } from '../../records/documents/act-on-documents.ts'
import { mayAssign, refuseOtherAssignee } from '../../records/documents/assignees/assignees.policy.ts'
import {
  findAssignees,
  findSeenBy,
  writeAssignees,
  type AssigneeRow,
} from '../../records/documents/assignees/assignees.repository.ts'
import { assignmentEntry } from '../../records/documents/assignees/assignment-entry.ts'
import { mayDownload, maySee, refuseInBin } from '../../records/documents/documents.policy.ts'
import { listDocuments, type DocumentRow } from '../../records/documents/documents.repository.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { addNotices } from '../../records/notices/notices.ts'
import { deleteTakenAssignments } from '../../records/notices/notices.repository.ts'
import { toAssignee } from './work.models.ts'

type Result = ResultOf<typeof getAssignee>

/** Who works on a document. @throws 404 if the caller may not see it, and 403 for one in the bin. */
export async function readAssignee(
  { actor: { person }, database }: Pick<PersonContext, 'actor' | 'database'>,
  fileId: number,
): Promise<Result> {
  await requireDocument({ database }, fileId, (document) => mayDownload(person, document))
  const assignee = (await findAssignees(database.kysely, [fileId], person)).get(fileId)
  return { assignee: assignee ? toAssignee(assignee, person.accountId) : null }
}

/** Who works on each of these documents that the caller may see. `ids` are separated by commas. */
export async function assigneesOf(
  { actor: { person }, database }: PersonContext,
  ids: string,
): Promise<ResultOf<typeof listAssignees>> {
  const documents = await listDocuments(database.kysely, ids.split(',').map(Number))
  const seen = documents.filter(
    (document) => document.deleted_at === null && maySee(person, document) === null,
  )
  const fileIds = seen.map(({ id }) => id)
  const rows = await findAssignees(database.kysely, fileIds, person)
  return {
    files: [...rows].map(([id, row]) => ({ FileID: id, Assignee: toAssignee(row, person.accountId) })),
  }
}

type Assignment = {
  readonly fileId: number
  readonly assignTo: AssignTo
  /** The assignee that the caller has seen; undefined for whoever it is. */
  readonly from?: number | null | undefined
}

/**
 * Assigns a document to a person or to nobody. Its version stays, so that nobody's open edit is refused.
 * @throws 404 if the caller may not see the document; 403 without the right; 409 for another assignee than the caller
 * has seen, and for a document in the bin; 400 for a person who may not see the document; 429 too often.
 */
export async function assignDocument(
  context: PersonContext,
  { fileId, assignTo, from }: Assignment,
): Promise<Result> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'assignment'))
  const { person } = context.actor
  const wanted = assignTo === 'me' ? person.accountId : assignTo === 'nobody' ? null : assignTo
  const { decision } = await actOnDocument(
    context,
    fileId,
    { may: (document) => maySee(person, document), state: refuseInBin },
    async (document, transaction) => {
      const before = await assigneeOf(context, transaction, document)
      const refusal = mayAssign(person, { current: before, wanted }) ?? refuseOtherAssignee(before, from)
      if (refusal) throw failure(refusal)
      if ((before?.personId ?? null) === wanted) return { decide: () => null, after: before }
      const after = await write(context, transaction, { document, wanted })
      const entries = [assignmentEntry({ before, after, by: person.accountId })]
      return { decide: () => ({ change: 'beside' as const, entries }), after }
    },
  )
  return { assignee: decision.after && toAssignee(decision.after, person.accountId) }
}

async function assigneeOf(
  { actor: { person } }: Pick<PersonContext, 'actor'>,
  transaction: Transaction<DB>,
  { id }: DocumentRow,
): Promise<AssigneeRow | null> {
  return (await findAssignees(transaction, [id], person)).get(id) ?? null
}

type Wanted = { readonly document: DocumentRow; readonly wanted: number | null }

/** @throws 400 for a person who may not see the document. */
async function write(
  context: PersonContext,
  transaction: Transaction<DB>,
  { document, wanted }: Wanted,
): Promise<AssigneeRow | null> {
  if (wanted !== null && !(await findSeenBy(transaction, wanted, [document.id])).has(document.id)) {
    throw failure(ASSIGNEE_UNKNOWN)
  }
  const origin = { assignedBy: context.actor.person.accountId, assignedAt: context.clock.now() }
  await writeAssignees(transaction, [{ documentId: document.id, personId: wanted, ...origin }])
  await deleteTakenAssignments(transaction, [document.id])
  if (wanted !== null) {
    const notice = { kind: 'assigned', documentId: document.id, actorId: origin.assignedBy } as const
    await addNotices(transaction, context, { ...notice, personIds: [wanted] })
  }
  return assigneeOf(context, transaction, document)
}
