import type { Columns } from '@portal/contract/views/views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveColumns, viewsQuery } from '../views/views.queries.ts'
import {
  changed,
  choicesOf,
  toColumns,
  usableWidth,
  type ColumnChoice,
  type ColumnInfo,
} from './column-choice.ts'

/** The columns of the person on a saved view, or on the list without one. A change shows at once, and is saved. */
export function useColumns(all: readonly ColumnInfo[], savedView: number | null) {
  const client = useQueryClient()
  const { data } = useQuery(viewsQuery)
  const view = data?.views.find(({ id }) => id === savedView)
  const viewId = view?.id ?? null
  // The cache tells its readers a moment later. Until then a ticked box would show its old state.
  const [latest, setLatest] = useState<{ readonly viewId: number | null; readonly columns: Columns | null }>()
  const stored = (view ? view.columns : data?.columns) ?? null
  const chosen = latest && latest.viewId === viewId ? latest.columns : stored
  const saving = useMutation({
    mutationFn: (columns: Columns | null) => saveColumns(viewId, columns),
    onError: () => void client.invalidateQueries(viewsQuery),
    onSettled: () => setLatest(undefined),
  })
  const choices = choicesOf(all, chosen)
  const save = (columns: Columns | null) => {
    setLatest({ viewId, columns })
    void client.cancelQueries(viewsQuery)
    client.setQueryData(viewsQuery.queryKey, (before) => {
      if (!before || viewId === null) return before && { ...before, columns }
      const views = before.views.map((each) => (each.id === viewId ? { ...each, columns } : each))
      return { ...before, views }
    })
    saving.mutate(columns)
  }
  return {
    choices,
    /** Whether the person has chosen columns here. */
    isChosen: chosen !== null,
    hasFailed: saving.isError,
    apply: (next: readonly ColumnChoice[]) => save(toColumns(next)),
    resize: (id: string, width: number) =>
      save(toColumns(changed(choices, id, { width: usableWidth(width) }))),
    reset: () => save(null),
  }
}

export type ListColumns = ReturnType<typeof useColumns>
