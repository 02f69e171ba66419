import { useState } from 'react'
import { useLocation } from 'react-router'

/** The ids in the state of a navigation that leads from an upload to the list; none in any other. */
function newFileIds(state: unknown): readonly number[] {
  const { newFileIds: ids } = Object(state) as { newFileIds?: unknown }
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

/** The documents that whoever comes to the list has just uploaded; it stays so while they turn its pages. */
export function useNewFiles(): ReadonlySet<number> {
  const { state } = useLocation()
  const [ids] = useState(() => new Set(newFileIds(state)))
  return ids
}
