import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from './sign-out.ts'

/** Logout and its outcome: people who could not be signed out must not believe that they were. */
export function useSignOut() {
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = () => {
    setIsBusy(true)
    setProblem(null)
    signOut(navigate).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : ''
      setIsBusy(false)
      setProblem(`You are still signed in. ${reason}`)
    })
  }
  return { isBusy, problem, start }
}

export type SignOut = ReturnType<typeof useSignOut>
