import type { Person } from '../../access/actor.ts'
import type { AssignedTo } from '../pages/page-reader.ts'

type AssigneeFilter = { readonly assignedTo?: string | undefined }

/** The filters of the wire, with `me` as the person who reads the list. */
export function resolveAssignee<F extends AssigneeFilter>(
  { assignedTo, ...filters }: F,
  { email }: Pick<Person, 'email'>,
): Omit<F, 'assignedTo'> & { readonly assignedTo?: AssignedTo } {
  if (assignedTo === undefined) return filters
  if (assignedTo === 'nobody') return { ...filters, assignedTo: { kind: 'nobody' } }
  return { ...filters, assignedTo: { kind: 'person', email: assignedTo === 'me' ? email : assignedTo } }
}
