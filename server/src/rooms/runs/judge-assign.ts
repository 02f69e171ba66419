import { ASSIGNEE_UNKNOWN } from '@portal/contract/work/assignees.ts'
import { refuseOtherAssignee } from '../../records/documents/assignees/assignees.policy.ts'
import {
  findAssignees,
  findPeople,
  findSeenBy,
  type AssigneeRow,
  type CurrentAssignee,
} from '../../records/documents/assignees/assignees.repository.ts'
import { assignmentEntry } from '../../records/documents/assignees/assignment-entry.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { AssigneeChange, Reversal } from '../../records/runs/reversal.ts'
import { refuseEdit } from './judge-columns.ts'
import { refused, UNCHANGED, type Judge, type JudgeContext, type Judgment } from './judgment.ts'

/** Assigns documents to a person, or with null to nobody. A document that the person may not see is refused. */
export function judgeAssign(personId: number | null): Judge {
  return (context, documents) => judgeEach(context, documents, () => ({ wanted: personId }))
}

/** Gives each document back to who had it, unless somebody has assigned it since. */
export function judgeUnassign(reversals: ReadonlyMap<number, Reversal>): Judge {
  return (context, documents) =>
    judgeEach(context, documents, ({ id }) => {
      const change = reversals.get(id)?.assignee
      return change ? { wanted: change.to, seen: change.from, origin: change.origin } : null
    })
}

/** The account that shall have a document, and who must have it now; null leaves the document as it is. */
type Wish = {
  readonly wanted: number | null
  readonly seen?: number | null
  readonly origin?: AssigneeChange['origin']
} | null

async function judgeEach(
  context: JudgeContext,
  documents: readonly DocumentRow[],
  wishOf: (document: DocumentRow) => Wish,
): Promise<ReadonlyMap<number, Judgment>> {
  const { db, person } = context
  const ids = documents.map(({ id }) => id)
  const current = await findAssignees(db, ids, person)
  const wishes = new Map(documents.map((document) => [document.id, wishOf(document)]))
  const wanted = new Set([...wishes.values()].flatMap((wish) => wish?.wanted ?? []))
  const people = await findPeople(db, [...wanted], person)
  const seenBy = new Map<number, ReadonlySet<number>>()
  for (const id of wanted) seenBy.set(id, await findSeenBy(db, id, ids))
  const judge = (document: DocumentRow): Judgment => {
    const wish = wishes.get(document.id) ?? null
    const before = current.get(document.id) ?? null
    const refusal =
      refuseEdit(document, context) ?? (wish === null ? null : refuseOtherAssignee(before, wish.seen))
    if (refusal) return refused(refusal)
    if (wish === null || (before?.personId ?? null) === wish.wanted) return UNCHANGED
    if (wish.wanted !== null && !seenBy.get(wish.wanted)?.has(document.id)) return refused(ASSIGNEE_UNKNOWN)
    const after = (wish.wanted !== null && people.get(wish.wanted)) || null
    return assigned({ before, after, by: person.accountId }, wish.origin)
  }
  return new Map(documents.map((document) => [document.id, judge(document)]))
}

type Assigned = {
  readonly before: CurrentAssignee | null
  readonly after: AssigneeRow | null
  readonly by: number
}

function assigned({ before, after, by }: Assigned, origin: AssigneeChange['origin']): Judgment {
  const change = { from: before?.personId ?? null, to: after?.personId ?? null }
  return {
    kind: 'changed',
    change: 'beside',
    entries: [assignmentEntry({ before, after, by })],
    assignee: { ...change, ...(origin && { origin }) },
    before,
  }
}
