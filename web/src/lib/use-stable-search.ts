import { OWNER_SEARCH_DEBOUNCE_MS } from '@portal/contract/limits.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The search text as typed, and as settled once typing pauses or the field loses the focus. `applied` is the search in
 * the address: if it changes by itself, for example through the browser's Back, the field follows.
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
    // Settling later would pull back a user who has followed a link to a screen that is still loading.
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
