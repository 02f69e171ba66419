import type { SelectionInput } from '@portal/contract/runs/selection.ts'
import { useSyncExternalStore } from 'react'

/** All files that a filter of the documents list matches. */
export type Matching = {
  /** The query string of the list, without page and order. */
  readonly filter: string
  /** The filter in words; empty for the whole list. */
  readonly label: string
  readonly total: number
  /** False for a search with more hits: only the newest ones are in `total`, and in the list. */
  readonly isComplete: boolean
}

/** Files one by one, or all that a filter matches except some. */
export type Contents =
  | { readonly kind: 'files'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly matching: Matching; readonly except: ReadonlySet<number> }

/** The rows on screen from top to bottom, which define a range, and the filter that they match. */
type ShownRows = { readonly ids: readonly number[]; readonly filter: string }

/** The selected files, stored outside React: selecting one of a thousand rows renders that row and not the table. */
export type Selection = {
  readonly contents: () => Contents
  readonly isSelected: (id: number) => boolean
  /** False while all files of another filter are selected: nobody knows which of these rows belong to them. */
  readonly isOpen: () => boolean
  /** Selects these files and no others. */
  readonly set: (ids: Iterable<number>) => void
  readonly setAll: (matching: Matching) => void
  /** Selects or deselects a file; with `isRange` also all files between it and the last one. */
  readonly toggle: (id: number, options?: { readonly isRange: boolean }) => void
  /** Selects or deselects files, and leaves the others as they are. */
  readonly change: (ids: Iterable<number>, isWanted: boolean) => void
  readonly setRows: (rows: ShownRows) => void
  /** Calls `listener` on every change; returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createSelection(): Selection {
  let contents: Contents = filesOf([])
  let rows: ShownRows = { ids: [], filter: '' }
  let last: number | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const become = (next: Contents) => {
    contents = next
    tell()
  }
  const isOpen = () => contents.kind === 'files' || contents.matching.filter === rows.filter
  const isSelected = (id: number) => {
    return contents.kind === 'files' ? contents.ids.has(id) : isOpen() && !contents.except.has(id)
  }
  const change = (ids: Iterable<number>, isWanted: boolean) => become(changed(contents, ids, isWanted))
  return {
    contents: () => contents,
    isSelected,
    isOpen,
    set: (ids) => become(filesOf(ids)),
    setAll: (matching) => become({ kind: 'all', matching, except: new Set() }),
    toggle(id, { isRange } = { isRange: false }) {
      if (!isOpen()) return
      const touched = isRange && last !== null ? between(rows.ids, last, id) : [id]
      last = id
      change(touched, !isSelected(id))
    },
    change,
    setRows(next) {
      rows = next
      if (contents.kind === 'all') tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function filesOf(ids: Iterable<number>): Contents {
  return { kind: 'files', ids: new Set(ids) }
}

function changed(contents: Contents, ids: Iterable<number>, isWanted: boolean): Contents {
  const touched = new Set(ids)
  return contents.kind === 'files'
    ? { ...contents, ids: merged(contents.ids, touched, isWanted) }
    : { ...contents, except: merged(contents.except, touched, !isWanted) }
}

function merged(before: ReadonlySet<number>, touched: ReadonlySet<number>, isAdded: boolean) {
  return new Set(isAdded ? [...before, ...touched] : [...before].filter((id) => !touched.has(id)))
}

/** The rows from one to the other, inclusive; only the second if the first is no longer listed. */
function between(rows: readonly number[], one: number, other: number): readonly number[] {
  const ends = [rows.indexOf(one), rows.indexOf(other)]
  const [first, end] = [Math.min(...ends), Math.max(...ends)]
  return first < 0 ? [other] : rows.slice(first, end + 1)
}

/** How many files are selected. */
export function countOf(contents: Contents): number {
  return contents.kind === 'files'
    ? contents.ids.size
    : Math.max(0, contents.matching.total - contents.except.size)
}

/** The selection as a call names it. */
export function toInput(contents: Contents): SelectionInput {
  return contents.kind === 'files'
    ? { ids: [...contents.ids] }
    : { filter: contents.matching.filter, except: [...contents.except] }
}

export function useIsSelected({ subscribe, isSelected }: Selection, id: number): boolean {
  return useSyncExternalStore(subscribe, () => isSelected(id))
}

export function useContents({ subscribe, contents }: Selection): Contents {
  return useSyncExternalStore(subscribe, contents)
}

/** Whether the rows on screen can be selected one by one. */
export function useIsOpen({ subscribe, isOpen }: Selection): boolean {
  return useSyncExternalStore(subscribe, isOpen)
}

export type Extent = 'none' | 'some' | 'all'

/** How many of these files are selected. */
export function useExtent({ subscribe, isSelected }: Selection, ids: readonly number[]): Extent {
  return useSyncExternalStore(subscribe, () => {
    const selected = ids.filter((id) => isSelected(id)).length
    if (selected === 0) return 'none'
    return selected === ids.length ? 'all' : 'some'
  })
}
