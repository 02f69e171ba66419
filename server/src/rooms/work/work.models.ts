import type { Assignee } from '@portal/contract/work/assignees.ts'
import { assigneeName } from '../../records/documents/assignees/assignees.policy.ts'
import type { AssigneeRow } from '../../records/documents/assignees/assignees.repository.ts'

/** An assignee as the caller `reader` sees it. */
export function toAssignee(row: AssigneeRow, reader: number): Assignee {
  return { ID: row.personId, Name: assigneeName(row), Email: row.email, IsYou: row.personId === reader }
}
