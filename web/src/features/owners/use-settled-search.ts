import { OWNER_SEARCH_DEBOUNCE } from '@portal/contract/limits.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A search as it is typed, and as it stands once the typing has paused. `applied` is the address's: where that changes
 * by itself, by the browser's Back for one, it is what stands in the field.
 */
export function useSettledSearch(applied: string, onSettled: (search: string) => void) {
  const [state, setState] = useState({ applied, settled: applied, typed: applied })
  if (state.applied !== applied) {
    const isOwn = applied === state.settled
    setState(isOwn ? { ...state, applied } : { applied, settled: applied, typed: applied })
  }
  const { settled, typed } = state
  const settle = useEffectEvent(() => {
    setState((before) => ({ ...before, settled: before.typed }))
    onSettled(typed)
  })
  useEffect(() => {
    if (typed === settled) return undefined
    const timer = setTimeout(() => settle(), OWNER_SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed, settled])
  const type = (text: string) => setState((before) => ({ ...before, typed: text }))
  return { typed, settled, type }
}
