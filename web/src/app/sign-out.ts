import { logout } from '@portal/contract/auth.ts'
import { call } from '../lib/call.ts'
import { now } from '../lib/clock.ts'
import { tellOtherTabs } from '../lib/other-tabs.ts'
import { forgetEverybody, forgetSignedOut } from '../lib/tab-memory.ts'
import { fieldsOf } from '../lib/wire.ts'
import { leave, type GoTo } from './leave.ts'

/**
 * Ends the session at the server, then leaves, and goes on to the issuer that it was begun with.
 * @throws CallError where the server could not be told.
 */
export async function signOut(goTo: GoTo): Promise<void> {
  const { continueAt } = fieldsOf(await call(logout))
  forgetEverybody()
  forgetSignedOut(now())
  tellOtherTabs('signed out')
  await leave(goTo)
  if (continueAt) location.assign(continueAt)
}
