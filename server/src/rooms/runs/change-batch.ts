import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Person, PersonActor, RunActor } from '../../records/access/actor.ts'
import { actOnDocuments, type Decision } from '../../records/documents/act-on-documents.ts'
import { maySee } from '../../records/documents/documents.policy.ts'
import type { DocumentChange } from '../../records/documents/document-changes.repository.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { writeAssignees } from '../../records/documents/assignees/assignees.repository.ts'
import { deleteNamedOwners } from '../../records/documents/owners/named-owner.repository.ts'
import { addLink, removeLink } from '../../records/documents/party-links.repository.ts'
import type { GateContext } from '../../records/documents/state.ts'
import { addRunNotice, type NewRunNotice } from '../../records/notices/notices.ts'
import { deleteTakenAssignments } from '../../records/notices/notices.repository.ts'
import { takeOffRunNotices } from '../../records/notices/run-notices.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import type { LinkChange, Reversal } from '../../records/runs/reversal.ts'
import { settleItems, type ItemResult, type PendingItem } from '../../records/runs/run-items.repository.ts'
import { addToRun, type StoredAction } from '../../records/runs/runs.repository.ts'
import { askAboutChanged } from './ask-changed.ts'
import { changeComments, type CommentAct } from './change-comments.ts'
import { judgeDocuments } from './judge.ts'
import type { Judgment } from './judgment.ts'
import { reasonOf, tallyOf } from './tally.ts'

export type Batch = {
  /** By whose rights the documents are found. */
  readonly person: Person
  readonly action: StoredAction
  readonly ids: readonly number[]
  readonly names: Names
  /**
   * Stores or locks the run, and returns its number with those of the documents that it has not judged; null to change
   * nothing. Called when the documents are locked, which may take long: the person with the rights of that moment
   * decides.
   */
  readonly open: (transaction: Transaction<DB>) => Promise<{
    readonly number: number
    /** The run that it undoes; null for none. */
    readonly undoes: number | null
    readonly items: readonly PendingItem[]
    readonly person: Person
  } | null>
}

/** The caller of a run at once, or the run itself. */
type RunContext = GateContext & { readonly actor: PersonActor | RunActor }

/** Changes documents of a run and notes what became of each, in one transaction. */
export async function changeBatch(context: RunContext, batch: Batch): Promise<void> {
  const { person, ids } = batch
  await actOnDocuments(
    context,
    ids,
    {
      may: (document) => (maySee(person, document) ? FILE_NOT_FOUND : null),
      state: () => null,
      missing: 'skip',
    },
    (documents, transaction) => decideBatch(context, { ...batch, documents, transaction }),
  )
}

type LockedBatch = Batch & {
  readonly documents: readonly DocumentRow[]
  readonly transaction: Transaction<DB>
}

async function decideBatch(
  context: RunContext,
  { action, names, open, documents, transaction }: LockedBatch,
): Promise<Decision> {
  const { clock, documentGuards: guards, actor } = context
  const opened = await open(transaction)
  if (opened === null || opened.items.length === 0) return { decide: () => null }
  const { number, undoes, items, person } = opened
  const now = clock.now()
  const judgments = await judgeDocuments({ person, names, now, db: transaction, isChange: true }, documents, {
    action,
    guards,
    items,
  })
  await changeLinks(transaction, judgments, { at: now, by: person.accountId })
  await changeAssignees(transaction, judgments, { at: now, by: person.accountId })
  if (action.kind === 'assign' && action.personId !== null) {
    await addAssignmentNotice(transaction, clock, judgments, {
      runNumber: number,
      actorId: person.accountId,
      personId: action.personId,
    })
  }
  if (undoes !== null) {
    const changed = [...judgments].filter(([, { kind }]) => kind === 'changed')
    await takeOffRunNotices(transaction, { runNumber: undoes, documentIds: changed.map(([id]) => id) })
  }
  const origin = { runNumber: number, by: person.accountId }
  const comments = await changeComments(transaction, { clock }, judgments, origin)
  const questions = await askAboutChanged(context, transaction, {
    action,
    run: number,
    person,
    documents,
    judgments,
  })
  const byId = new Map(documents.map((document) => [document.id, document]))
  await settleItems(
    transaction,
    number,
    [...judgments].map(([id, judgment]) =>
      toResult(id, judgment, { document: byId.get(id), comment: comments.get(id) }),
    ),
  )
  await addToRun(transaction, number, { ...tallyOf(judgments.values()), at: now })
  const decide = ({ id }: DocumentRow) => {
    const judgment = judgments.get(id)
    if (judgment?.kind !== 'changed') return null
    if (judgment.change === 'comment') {
      const act = comments.get(id)
      return act ? { change: 'beside' as const, entries: [act.entry] } : null
    }
    const question = questions.get(id)
    return question ? { ...judgment, entries: [...judgment.entries, question] } : judgment
  }
  const { accountId, email } = person
  return { decide, actor: { kind: 'run', number, caller: actor.caller, account: { accountId, email } } }
}

type Origin = { readonly at: Date; readonly by: number }

/** All links of a run are the same. */
async function changeLinks(
  transaction: Transaction<DB>,
  judgments: ReadonlyMap<number, Judgment>,
  origin: Origin,
): Promise<void> {
  const ids: number[] = []
  let change: LinkChange | null = null
  for (const [id, judgment] of judgments) {
    if (judgment.kind !== 'changed' || !('link' in judgment) || judgment.link === null) continue
    ids.push(id)
    change = judgment.link
  }
  if (change === null) return
  if (!change.isLinked) return removeLink(transaction, ids, change)
  await addLink(transaction, ids, { ...change, ...origin })
  if (change.party === 'owner') await deleteNamedOwners(transaction, ids, [change.number])
}

/** An undo gives each document to the person who had it, as it was assigned then (R24.41). */
async function changeAssignees(
  transaction: Transaction<DB>,
  judgments: ReadonlyMap<number, Judgment>,
  origin: Origin,
): Promise<void> {
  const assignments = [...judgments].flatMap(([documentId, judgment]) => {
    if (judgment.kind !== 'changed' || judgment.change !== 'beside') return []
    const { to, origin: former } = judgment.assignee
    const assignedAt = former ? new Date(former.at) : origin.at
    return [{ documentId, personId: to, assignedBy: former?.by ?? origin.by, assignedAt }]
  })
  if (assignments.length === 0) return
  await writeAssignees(transaction, assignments)
  await deleteTakenAssignments(
    transaction,
    assignments.map(({ documentId }) => documentId),
  )
}

type Assigning = Pick<NewRunNotice, 'runNumber' | 'actorId' | 'personId'>

async function addAssignmentNotice(
  transaction: Transaction<DB>,
  clock: RunContext['clock'],
  judgments: ReadonlyMap<number, Judgment>,
  assigning: Assigning,
): Promise<void> {
  const changed = [...judgments].filter(([, { kind }]) => kind === 'changed')
  const [first] = changed
  if (!first) return
  const notice = { kind: 'assigned', documentId: first[0], documents: changed.length } as const
  await addRunNotice(transaction, { clock }, { ...assigning, ...notice })
}

type Written = { readonly document: DocumentRow | undefined; readonly comment: CommentAct | undefined }

function toResult(id: number, judgment: Judgment, { document, comment }: Written): ItemResult {
  if (judgment.kind === 'refused') return { id, outcome: 'refused', reason: reasonOf(judgment.refusal) }
  if (judgment.kind === 'unchanged' || !document) return { id, outcome: 'unchanged' }
  if (judgment.change === 'beside') {
    const { assignee, before } = judgment
    const origin = before && { by: before.assignedBy, at: before.assignedAt.toISOString() }
    const back = { from: assignee.to, to: assignee.from, ...(origin && { origin }) }
    const reversal: Reversal = { columns: {}, link: null, assignee: back }
    return { id, outcome: 'changed', reversal, versionAfter: document.version }
  }
  if (judgment.change === 'comment') {
    const added = comment?.added ?? null
    const reversal: Reversal = { columns: {}, link: null, ...(added !== null && { comment: added }) }
    return { id, outcome: 'changed', reversal, versionAfter: document.version }
  }
  const { change, link } = judgment
  const reversal: Reversal = {
    columns: formerColumns(document, change),
    link: link && { ...link, isLinked: !link.isLinked },
  }
  return { id, outcome: 'changed', reversal, versionAfter: document.version + 1 }
}

function formerColumns(document: DocumentRow, change: DocumentChange): Reversal['columns'] {
  const { deleted_by: _by, ...columns } = change
  return Object.fromEntries(
    Object.keys(columns).map((column) => [column, document[column as keyof typeof columns]]),
  )
}
