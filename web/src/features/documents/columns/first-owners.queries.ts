import { listFirstOwners, type FirstOwner } from '@portal/contract/files/first-owners.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'

function firstOwnersQuery(fileIds: readonly number[]) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'first owners', fileIds],
    queryFn: async ({ signal }) => {
      const { files } = await call(listFirstOwners, { query: { ids: fileIds.join(',') }, signal })
      return new Map(files.map((owner) => [owner.FileID, owner]))
    },
    enabled: fileIds.length > 0,
  })
}

/** The owners of these documents for the column *Owner*; without documents it loads nothing. */
export function useFirstOwners(fileIds: readonly number[]) {
  const { data, isError } = useQuery(firstOwnersQuery(fileIds))
  return {
    of: (fileId: number): FirstOwner | undefined => data?.get(fileId),
    isLoaded: data !== undefined,
    hasFailed: isError && data === undefined,
  }
}

export type FirstOwners = ReturnType<typeof useFirstOwners>
