import { useEffect, useMemo, useState } from 'react'
import { may } from '../../../lib/rights.ts'
import { createSelection, type Matching, type Selection } from '../../../lib/selection/selection.ts'
import { useSession } from '../../../lib/session.ts'
import { filterTexts } from '../applied-filters.tsx'
import type { DocumentsState } from '../list-address.ts'
import { toParameters } from '../list-parameters.ts'
import type { FilesScreen, ListLookups } from '../use-files-screen.ts'

export type ListSelection = {
  readonly selection: Selection
  /** All that the shown filters match; null until their rows are on screen. */
  readonly matching: Matching | null
}

/** The selection of the list; null for people who only read (R20.6). It lives as long as the screen. */
export function useListSelection(
  { shown, isOlder }: FilesScreen,
  lookups: ListLookups,
): ListSelection | null {
  const mayChange = may(useSession(), 'documents.add')
  const [selection] = useState(createSelection)
  const rows = shown?.page.files
  const filter = shown ? filterOf(shown.of) : ''
  useEffect(() => {
    if (rows) selection.setRows({ ids: rows.map(({ FileID }) => FileID), filter })
  }, [selection, rows, filter])
  const label = shown ? filterTexts(shown.of, lookups).join(', ') : ''
  const total = isOlder ? null : (shown?.page.total ?? null)
  const isComplete = shown?.page.hasMore !== true
  const matching = useMemo(
    () => (total === null ? null : { filter, label, total, isComplete }),
    [filter, label, total, isComplete],
  )
  return mayChange ? { selection, matching } : null
}

/** The filters without their order, which changes no member of the list. */
function filterOf(state: DocumentsState): string {
  return new URLSearchParams(toParameters({ ...state, order: 'list' })).toString()
}
