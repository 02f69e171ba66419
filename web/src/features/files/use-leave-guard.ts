import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { PATHS } from '../../lib/paths.ts'

/**
 * Holds back whoever leaves the screen while `isBusy`, by the portal's own links and by the browser's. A session
 * that has ended leads to the sign-in screen unhindered.
 */
export function useLeaveGuard(isBusy: boolean) {
  const blocker = useBlocker(({ nextLocation }) => isBusy && nextLocation.pathname !== PATHS.login)

  useEffect(() => {
    if (!isBusy) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isBusy])

  useEffect(() => {
    if (!isBusy && blocker.state === 'blocked') blocker.reset()
  }, [isBusy, blocker])

  return {
    isAsking: blocker.state === 'blocked',
    leave: () => blocker.state === 'blocked' && blocker.proceed(),
    stay: () => blocker.state === 'blocked' && blocker.reset(),
  }
}
