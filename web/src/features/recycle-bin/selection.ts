import { useSyncExternalStore } from 'react'

/** The selected files, stored outside React: selecting one of a thousand rows renders that row and not the table. */
export type Selection = {
  readonly ids: () => ReadonlySet<number>
  readonly set: (ids: Iterable<number>) => void
  /** Selects or deselects a file; with `isRange` also all files between it and the last one. */
  readonly toggle: (id: number, options?: { readonly isRange: boolean }) => void
  /** The rows from top to bottom, which define a range. */
  readonly setRows: (ids: readonly number[]) => void
  /** Calls `listener` on every change; returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createSelection(): Selection {
  let ids: ReadonlySet<number> = new Set()
  let rows: readonly number[] = []
  let last: number | null = null
  const listeners = new Set<() => void>()
  const set = (next: Iterable<number>) => {
    ids = new Set(next)
    for (const listener of listeners) listener()
  }
  return {
    ids: () => ids,
    set,
    toggle(id, { isRange } = { isRange: false }) {
      const touched = new Set(isRange && last !== null ? between(rows, last, id) : [id])
      last = id
      const others = [...ids].filter((each) => !touched.has(each))
      set(ids.has(id) ? others : [...others, ...touched])
    },
    setRows: (next) => {
      rows = next
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The rows from one to the other, inclusive; only the second if the first is no longer listed. */
function between(rows: readonly number[], one: number, other: number): readonly number[] {
  const ends = [rows.indexOf(one), rows.indexOf(other)]
  const [first, end] = [Math.min(...ends), Math.max(...ends)]
  return first < 0 ? [other] : rows.slice(first, end + 1)
}

export function useIsSelected({ subscribe, ids }: Selection, id: number): boolean {
  return useSyncExternalStore(subscribe, () => ids().has(id))
}

export function useSelectedIds({ subscribe, ids }: Selection): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, ids)
}
