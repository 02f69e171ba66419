import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { PATHS } from '../../lib/paths.ts'

/** The state of a navigation that gives up what stands on the screen. */
export const GIVING_UP = 'giving up'

/**
 * Holds back whoever leaves the screen while `isHeld`, by the portal's own links and by the browser's. A session
 * that has ended leads to the sign-in screen unhindered.
 */
export function useLeaveGuard(isHeld: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== PATHS.login,
  )

  useEffect(() => {
    if (!isHeld) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isHeld])

  useEffect(() => {
    if (!isHeld && blocker.state === 'blocked') blocker.reset()
  }, [isHeld, blocker])

  return {
    isAsking: blocker.state === 'blocked',
    /** Whether the way that is held back gives up what stands here. */
    isGivingUp: blocker.state === 'blocked' && blocker.location.state === GIVING_UP,
    leave: () => blocker.state === 'blocked' && blocker.proceed(),
    stay: () => blocker.state === 'blocked' && blocker.reset(),
  }
}
