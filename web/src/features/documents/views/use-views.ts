import type { SavedView } from '@portal/contract/views/views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { failureText } from '../../../lib/failure-text.ts'
import type { DocumentsState } from '../list-address.ts'
import { fromParameters, toParameters } from '../list-parameters.ts'
import { addressOf } from './view-address.ts'
import { removeView, saveDefault, saveOrder, viewCountsQuery, viewsQuery } from './views.queries.ts'

const NO_VIEWS: readonly SavedView[] = []

/** The saved views of the person, the current one, and what the person does with them. */
export function useViews(state: DocumentsState) {
  const client = useQueryClient()
  const { data } = useQuery(viewsQuery)
  const listed = data?.views ?? NO_VIEWS
  const views = listed.filter(({ isUnusable }) => !isUnusable)
  const counts = useQuery({ ...viewCountsQuery(state.county), enabled: views.length > 0 })
  const current = views.find(({ id }) => id === state.saved) ?? null
  const reload = () => {
    void client.invalidateQueries(viewsQuery)
    void client.invalidateQueries({ queryKey: viewCountsQuery(null).queryKey.slice(0, -1) })
  }
  const acting = useMutation({ mutationFn: (act: () => Promise<unknown>) => act(), onSettled: reload })
  useDefaultView(data?.defaultViewId ?? null, views)
  return {
    views,
    /** The views of a county that the person has no longer. They can only be deleted. */
    unusable: listed.filter(({ isUnusable }) => isUnusable),
    defaultViewId: data?.defaultViewId ?? null,
    current,
    /** Whether the filters or the order of the list differ from those of the current view. */
    isChanged: current !== null && !hasFiltersOf(current, state),
    /** '46', or empty while the number is not known. */
    countOf: (id: number) => countText(counts.data?.get(id)),
    failure: acting.isError ? failureText(acting.error, 'Failed to save the view.') : null,
    reload,
    reorder: (ids: number[]) => acting.mutate(() => saveOrder(ids)),
    makeDefault: (id: number | null) => acting.mutate(() => saveDefault(id)),
    remove: (id: number) => acting.mutate(() => removeView(id)),
  }
}

export type Views = ReturnType<typeof useViews>

const WHOLE = new Intl.NumberFormat('en-US')

function countText(
  count: { readonly documents: number | null; readonly isExact: boolean } | undefined,
): string {
  if (count === undefined || count.documents === null) return ''
  return `${WHOLE.format(count.documents)}${count.isExact ? '' : '+'}`
}

/** A view without a county shows the counties that the person works for. */
function hasFiltersOf(view: SavedView, state: DocumentsState): boolean {
  const saved = fromParameters(view.query)
  const now = { ...state, county: saved.county === null ? null : state.county }
  return JSON.stringify(toParameters(saved)) === JSON.stringify(toParameters(now))
}

/** Who comes to the list without filters begins with their default view. */
function useDefaultView(defaultViewId: number | null, views: readonly SavedView[]): void {
  const [params, setParams] = useSearchParams()
  const { county: _county, ...filters } = Object.fromEntries(params)
  const isPlain = Object.keys(filters).length === 0
  const isArriving = useRef(isPlain)
  const view = views.find(({ id }) => id === defaultViewId)
  useEffect(() => {
    if (!isPlain) isArriving.current = false
    if (!isArriving.current || !view) return
    isArriving.current = false
    setParams(addressOf(view, null), { replace: true })
  }, [isPlain, view, setParams])
}
