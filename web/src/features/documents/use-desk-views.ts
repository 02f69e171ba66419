import { countViews, listViews } from '@portal/contract/views/views.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { PATHS } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import { DOCUMENTS_ADDRESS } from './list-address.ts'

/** How many views the start page shows: the first ones of the user. */
const MOST_VIEWS = 6

/** The names of the call's filters in the address of the list. */
const NAMES: Readonly<Record<string, string>> = {
  categoryId: 'category',
  typeId: 'type',
  statusId: 'status',
  countyId: 'county',
  q: 'q',
  order: 'order',
  appraisalYear: 'year',
  receivedFrom: 'from',
  receivedTo: 'to',
  uploadedBy: 'user',
  hasOwner: 'owner',
  duplicates: 'duplicates',
  unreadable: 'unreadable',
  fileType: 'file',
}

/** The user's saved views with their counts; undefined until they are known, empty without any or after a failure. */
export function useDeskViews(isForUser: boolean) {
  const county = useScope()
  const { data, isPending } = useQuery({ ...deskViewsQuery(county), enabled: isForUser })
  return isForUser && isPending ? undefined : (data ?? [])
}

function deskViewsQuery(county: number | null) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'views of the desk', county],
    queryFn: async ({ signal }) => {
      const [{ views }, { counts }] = await Promise.all([
        call(listViews, { signal }),
        call(countViews, { query: { county: county ?? undefined }, signal }),
      ])
      const countOf = new Map(counts.map((count) => [count.id, count]))
      return views
        .flatMap(({ id, name, query }) => {
          const path = pathOfView(query, county)
          const count = countOf.get(id)
          return path === null ? [] : [{ key: String(id), name, path, ...(count ?? UNCOUNTED) }]
        })
        .slice(0, MOST_VIEWS)
    },
    staleTime: 0,
    retry: false,
  })
}

const UNCOUNTED = { documents: null, isExact: false, oldestAt: null }

/** The list of a view; null if it has a filter that the address of the list does not know. */
export function pathOfView(query: string, county: number | null): string | null {
  const address = new URLSearchParams()
  for (const [parameter, value] of new URLSearchParams(query)) {
    const name = NAMES[parameter]
    if (name === undefined) return null
    address.set(name, value)
  }
  const { state, ignored } = DOCUMENTS_ADDRESS.read(address)
  if (ignored.length > 0) return null
  const own = DOCUMENTS_ADDRESS.write({ ...state, county: state.county ?? county })
  return `${PATHS.documents}?${own}`
}
