import { useEffect, useEffectEvent } from 'react'

/** Closes a dialog when somebody goes back or forward: what lies below it may then be another view of the same screen. */
export function useClosedByBack(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const listen = () => close()
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])
}
