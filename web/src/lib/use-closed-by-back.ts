import { useEffect, useEffectEvent } from 'react'

/** Closes a dialog when the user goes back or forward: the screen below it may then show another view. */
export function useClosedByBack(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const listen = () => close()
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])
}
