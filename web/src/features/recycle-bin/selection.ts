import { useSyncExternalStore } from 'react'

/** Which files are selected, outside of React: ticking one of a thousand rows draws that row and not the table. */
export type Selection = {
  readonly ids: () => ReadonlySet<number>
  readonly set: (ids: Iterable<number>) => void
  readonly toggle: (id: number) => void
  /** Calls `listener` at every change; returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createSelection(): Selection {
  let ids: ReadonlySet<number> = new Set()
  const listeners = new Set<() => void>()
  const set = (next: Iterable<number>) => {
    ids = new Set(next)
    for (const listener of listeners) listener()
  }
  return {
    ids: () => ids,
    set,
    toggle: (id) => set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useIsSelected({ subscribe, ids }: Selection, id: number): boolean {
  return useSyncExternalStore(subscribe, () => ids().has(id))
}

export function useSelectedIds({ subscribe, ids }: Selection): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, ids)
}
