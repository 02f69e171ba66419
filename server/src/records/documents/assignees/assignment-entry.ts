import type { DocumentEntry } from '../apply-decisions.ts'
import type { AssigneeRow } from './assignees.repository.ts'

type Assignment = {
  readonly before: AssigneeRow | null
  readonly after: AssigneeRow | null
  /** The account that assigns. */
  readonly by: number
}

/** The audit record of a changed assignee. */
export function assignmentEntry({ before, after, by }: Assignment): DocumentEntry {
  return {
    action: 'document.assigned',
    before: factsOf(before),
    after: { ...factsOf(after), isBySelf: (after ?? before)?.personId === by },
  }
}

function factsOf(assignee: AssigneeRow | null) {
  return { assigneeId: assignee?.personId ?? null, assignee: assignee?.email ?? null }
}
