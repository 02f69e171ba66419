import {
  addView,
  changeView,
  countViews,
  deleteView,
  listViews,
  orderViews,
  setDefaultView,
  setViewColumns,
  type Columns,
} from '@portal/contract/views/views.ts'
import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'

/** The saved views of the person, and their columns of the list without a view. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call(listViews, { signal }),
  staleTime: 60_000,
  retry: false,
})

/** How many documents each view shows, by its id. A change of a document makes the counts old, too. */
export function viewCountsQuery(county: number | null) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'counts of views', county],
    queryFn: async ({ signal }) => {
      const { counts } = await call(countViews, { query: { county: county ?? undefined }, signal })
      return new Map(counts.map((count) => [count.id, count]))
    },
    staleTime: 60_000,
    retry: false,
  })
}

export function saveView(body: BodyInputOf<typeof addView>) {
  return call(addView, { body })
}

export function updateView({ id, ...body }: { readonly id: number } & BodyInputOf<typeof changeView>) {
  return call(changeView, { params: { id }, body })
}

export function removeView(id: number) {
  return call(deleteView, { params: { id } })
}

export function saveOrder(ids: number[]) {
  return call(orderViews, { body: { ids } })
}

export function saveDefault(id: number | null) {
  return call(setDefaultView, { body: { id } })
}

export function saveColumns(id: number | null, columns: Columns | null) {
  return call(setViewColumns, { body: { id, columns } })
}
