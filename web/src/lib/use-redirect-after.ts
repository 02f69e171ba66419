import { useLayoutEffect } from 'react'
import { useNavigate, useNavigation } from 'react-router'

/**
 * Redirects to another screen after a delay, in milliseconds. It does not redirect a user who follows a link meanwhile:
 * the linked screen may still be loading when the delay ends.
 */
export function useRedirectAfter(path: string, delayMs: number): void {
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  // The delay starts when the screen becomes visible, not some time later.
  useLayoutEffect(() => {
    if (isLeaving) return undefined
    const timer = setTimeout(() => void navigate(path, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [navigate, path, delayMs, isLeaving])
}
