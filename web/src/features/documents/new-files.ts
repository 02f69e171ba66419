import { useState } from 'react'
import { useLocation } from 'react-router'

/** The ids in the state of a navigation from an upload to the list; none in any other. */
function newFileIds(state: unknown): readonly number[] {
  const { newFileIds: ids } = Object(state) as { newFileIds?: unknown }
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

/** The documents that were uploaded just before coming to the list; they stay marked while its pages are turned. */
export function useNewFiles(): ReadonlySet<number> {
  const { state } = useLocation()
  const [ids] = useState(() => new Set(newFileIds(state)))
  return ids
}
