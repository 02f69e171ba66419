import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../lib/paths.ts'

/** Goes to the sign-in screen after a delay; a link on the screen goes there at once. */
export function useLoginAfter(delayMs: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(PATHS.login, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [navigate, delayMs])
}
