import { useState } from 'react'
import { useNavigate } from 'react-router'
import { logout } from '@portal/contract/sign-in/sign-in.ts'
import { removeQueueDatabase } from '../features/upload/sender/remove-queue-database.ts'
import { call } from '../lib/call.ts'
import { now } from '../lib/clock.ts'
import { notifyOtherTabs } from '../lib/other-tabs.ts'
import { clearTab, clearSignedOut } from '../lib/tab-memory.ts'
import { fieldsOf } from '../lib/wire.ts'
import { knownSession } from './known-session.ts'
import { leave, type GoTo } from './leave.ts'

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

/**
 * Ends the session at the server, removes what the browser keeps of the person, then leaves, and goes on to the issuer that the
 * session was begun with.
 * @throws CallError where the server could not be told.
 */
async function signOut(goTo: GoTo): Promise<void> {
  const username = knownSession()?.username
  const { continueAt } = fieldsOf(await call(logout, { body: {} }))
  clearTab()
  clearSignedOut(now())
  notifyOtherTabs('signed out')
  if (username !== undefined) await removeQueueDatabase(username)
  await leave(goTo)
  if (continueAt) location.assign(continueAt)
}
