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

/** Signs out and reports the outcome: users whose sign-out failed must not believe that it worked. */
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
 * Ends the session on the server, removes the user's data from the browser, leaves the screen, and continues to the
 * issuer that started the session.
 * @throws CallError if the call to the server fails.
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
