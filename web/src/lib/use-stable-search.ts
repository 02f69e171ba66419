import { OWNER_SEARCH_DEBOUNCE_MS } from '@portal/contract/limits.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A search as it is typed, and as it is once typing has paused or the field is left. `applied` is the one in the
 * address: when that changes by itself, for example by the browser's Back, the field follows.
 */
export function useStableSearch(applied: string, onSettled: (search: string) => void) {
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
    const timer = setTimeout(() => settle(), OWNER_SEARCH_DEBOUNCE_MS)
    // Later it would call back whoever has followed a link to a screen that is still loading.
    const leave = () => settle()
    document.addEventListener('focusout', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', leave)
    }
  }, [typed, settled])
  const type = (text: string) => setState((before) => ({ ...before, typed: text }))
  return { typed, settled, type }
}
