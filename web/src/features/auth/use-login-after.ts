import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../lib/paths.ts'

/** Goes to the sign-in so many milliseconds after this first stands on the screen; a link there goes at once. */
export function useLoginAfter(milliseconds: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(PATHS.login, { replace: true }), milliseconds)
    return () => clearTimeout(timer)
  }, [navigate, milliseconds])
}
