import { listAssignees, type Assignee } from '@portal/contract/work/assignees.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'

function assigneesQuery(fileIds: readonly number[]) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'assignees', fileIds],
    queryFn: async ({ signal }) => {
      const { files } = await call(listAssignees, { query: { ids: fileIds.join(',') }, signal })
      return new Map(files.map(({ FileID, Assignee: assignee }) => [FileID, assignee]))
    },
    enabled: fileIds.length > 0,
  })
}

/** Who works on these documents, for the column *Assigned To*; without documents it loads nothing. */
export function useAssignees(fileIds: readonly number[]) {
  const { data, isError } = useQuery(assigneesQuery(fileIds))
  return {
    of: (fileId: number): Assignee | undefined => data?.get(fileId),
    isLoaded: data !== undefined,
    hasFailed: isError && data === undefined,
  }
}

export type Assignees = ReturnType<typeof useAssignees>
