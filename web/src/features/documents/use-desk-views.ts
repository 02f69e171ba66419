import { countViews, listViews } from '@portal/contract/views/views.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { PATHS } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import { addressOf } from './views/view-address.ts'

/** How many views the start page shows: the first ones of the user. */
const MAX_VIEWS = 6

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
      const usable = views.filter(({ isUnusable }) => !isUnusable)
      return usable.slice(0, MAX_VIEWS).map((view) => {
        const count = countOf.get(view.id) ?? UNCOUNTED
        const path = `${PATHS.documents}?${addressOf(view, county)}`
        return { key: String(view.id), name: view.name, path, ...count }
      })
    },
    staleTime: 0,
    retry: false,
  })
}

const UNCOUNTED = { documents: null, isExact: false, oldestAt: null }
