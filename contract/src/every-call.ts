import * as account from './account.ts'
import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as commonErrors from './common-errors.ts'
import * as editLinks from './edit-links.ts'
import * as editRendered from './edit-rendered.ts'
import * as counties from './counties.ts'
import * as edit from './edit.ts'
import type { Endpoint } from './endpoint.ts'
import type { ErrorCase } from './error.ts'
import * as files from './files.ts'
import * as history from './history.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as lookups from './lookups.ts'
import * as mailbox from './mailbox.ts'
import * as owners from './owners.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as personActs from './person-acts.ts'
import * as receipts from './receipts.ts'
import * as recycleBin from './recycle-bin.ts'
import * as resumable from './resumable.ts'
import * as rightsErrors from './rights-errors.ts'
import * as secondFactor from './second-factor.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as state from './state.ts'
import * as twins from './twins.ts'
import * as virusChecks from './virus-checks.ts'

/** A call that `endpoint` made, among the other things that a room's contract exports. */
function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
  )
}

function callsOf(room: Record<string, unknown>): Endpoint[] {
  return Object.values(room).filter(isEndpoint)
}

/** Every call of the portal, room by room. A new room is named here, and documents and tests follow. */
export const ROOMS: readonly { name: string; calls: readonly Endpoint[] }[] = [
  {
    name: 'sign-in',
    calls: [
      ...callsOf(auth),
      ...callsOf(passkeys),
      ...callsOf(singleSignOn),
      ...callsOf(accounts),
      ...callsOf(secondFactor),
    ],
  },
  { name: 'account', calls: callsOf(account) },
  { name: 'lookups', calls: callsOf(lookups) },
  {
    name: 'files',
    calls: [...callsOf(files), ...callsOf(resumable), ...callsOf(twins), ...callsOf(virusChecks)],
  },
  { name: 'edit', calls: [...callsOf(edit), ...callsOf(editRendered), ...callsOf(editLinks)] },
  { name: 'receipts', calls: callsOf(receipts) },
  { name: 'recycle-bin', calls: callsOf(recycleBin) },
  { name: 'owners', calls: callsOf(owners) },
  { name: 'people', calls: [...callsOf(people), ...callsOf(invitations), ...callsOf(personActs)] },
  { name: 'history', calls: callsOf(history) },
  { name: 'counties', calls: callsOf(counties) },
  { name: 'operations', calls: [...callsOf(jobs), ...callsOf(state)] },
  { name: 'ingestion', calls: callsOf(mailbox) },
]

/** What any call can answer besides its own errors, by status. */
export const COMMON_ERRORS: readonly ErrorCase[] = Object.values({
  ...commonErrors,
  ...rightsErrors,
}).toSorted((one, other) => one.status - other.status)
