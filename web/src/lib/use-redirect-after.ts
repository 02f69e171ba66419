import { useLayoutEffect } from 'react'
import { useNavigate, useNavigation } from 'react-router'

/**
 * Goes to another screen after a delay, in milliseconds. Whoever follows a link meanwhile is left alone: the screen that
 * it leads to may still be loading when the time is over.
 */
export function useRedirectAfter(path: string, delayMs: number): void {
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  // From when the screen is there to be seen, not from some moment after it.
  useLayoutEffect(() => {
    if (isLeaving) return undefined
    const timer = setTimeout(() => void navigate(path, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [navigate, path, delayMs, isLeaving])
}
