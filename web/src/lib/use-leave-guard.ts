import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { PATHS } from './paths.ts'

/** The state of a navigation that discards the input on the screen. */
export const GIVING_UP = 'giving up'

/**
 * While `isHeld`, blocks leaving the screen through the portal's links or the browser's controls. With `holdsTab` it
 * also blocks changing the screen's tab, which is part of the address. It never blocks the way to the sign-in screen
 * when a session has ended.
 */
export function useLeaveGuard(isHeld: boolean, { holdsTab = false } = {}) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leavesScreen = nextLocation.pathname !== currentLocation.pathname
    const leavesTab = holdsTab && nextLocation.search !== currentLocation.search
    return isHeld && (leavesScreen || leavesTab) && nextLocation.pathname !== PATHS.login
  })

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
    /** Whether the blocked navigation discards the input here. */
    isGivingUp: blocker.state === 'blocked' && blocker.location.state === GIVING_UP,
    leave: () => blocker.state === 'blocked' && blocker.proceed(),
    stay: () => blocker.state === 'blocked' && blocker.reset(),
  }
}
