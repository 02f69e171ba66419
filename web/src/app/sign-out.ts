import { logout } from '@portal/contract/sign-in/sign-in.ts'
import { removeQueueDatabase } from '../features/upload/sender/remove-queue-database.ts'
import { call } from '../lib/call.ts'
import { now } from '../lib/clock.ts'
import { notifyOtherTabs } from '../lib/other-tabs.ts'
import { clearTab, clearSignedOut } from '../lib/tab-memory.ts'
import { fieldsOf } from '../lib/wire.ts'
import { knownSession } from './known-session.ts'
import { leave, type GoTo } from './leave.ts'

/**
 * Ends the session at the server, removes what the browser keeps of the person, then leaves, and goes on to the issuer that the
 * session was begun with.
 * @throws CallError where the server could not be told.
 */
export async function signOut(goTo: GoTo): Promise<void> {
  const username = knownSession()?.username
  const { continueAt } = fieldsOf(await call(logout, { body: {} }))
  clearTab()
  clearSignedOut(now())
  notifyOtherTabs('signed out')
  if (username !== undefined) await removeQueueDatabase(username)
  await leave(goTo)
  if (continueAt) location.assign(continueAt)
}
