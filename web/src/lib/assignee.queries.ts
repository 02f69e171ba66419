import {
  getAssignee,
  searchAssignable,
  setAssignee,
  type Assignee,
  type AssignTo,
} from '@portal/contract/work/assignees.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { UPLOADS_KEY } from './uploads-key.ts'

/** How long the people of a term are reused, in milliseconds. */
const PEOPLE_STALE_TIME_MS = 10_000

/** Who works on a document; null for nobody. */
export function assigneeQuery(fileId: number) {
  return queryOptions({
    // Below the key of the list, so that a save reloads it, too.
    queryKey: [...UPLOADS_KEY, 'assignee', fileId],
    queryFn: async ({ signal }) => (await call(getAssignee, { params: { fileId }, signal })).assignee,
    staleTime: 0,
    retry: false,
  })
}

export type Assignment = {
  readonly fileId: number
  readonly assignTo: AssignTo
  /** The assignee on the screen; null for nobody. */
  readonly from: number | null
}

export async function saveAssignee({ fileId, assignTo, from }: Assignment): Promise<Assignee | null> {
  return (await call(setAssignee, { params: { fileId }, body: { assignTo, from } })).assignee
}

/** The people to whom a document may be assigned, or without one documents of the caller’s counties. */
export function assignableQuery(fileId: number | null, term: string) {
  return queryOptions({
    queryKey: ['assignable', fileId, term] as const,
    queryFn: async ({ signal }) =>
      (await call(searchAssignable, { query: { term, fileId: fileId ?? undefined }, signal })).people,
    staleTime: PEOPLE_STALE_TIME_MS,
  })
}
