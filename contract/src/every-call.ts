import * as account from './account/account.ts'
import * as accounts from './sign-in/registration.ts'
import * as auth from './sign-in/sign-in.ts'
import * as comments from './comments/comments.ts'
import * as commonErrors from './common-errors.ts'
import * as editLinks from './edit/edit-links.ts'
import * as editRendered from './edit/edit-rendered.ts'
import * as corrections from './corrections/corrections.ts'
import * as counties from './counties/counties.ts'
import * as edit from './edit/edit.ts'
import type { Endpoint } from './endpoint.ts'
import type { ErrorCase } from './error.ts'
import * as dropFolder from './ingestion/drop-folder.ts'
import * as files from './files/files.ts'
import * as exportUploads from './files/export-uploads.ts'
import * as firstOwners from './files/first-owners.ts'
import * as documentHistory from './history/document-history.ts'
import * as events from './history/events.ts'
import * as history from './history/history.ts'
import * as invitations from './people/invitations.ts'
import * as jobs from './operations/jobs.ts'
import * as lookups from './lookups/lookups.ts'
import * as mailbox from './ingestion/mailbox.ts'
import * as mailPreview from './ingestion/mail-preview.ts'
import * as owners from './owners/owners.ts'
import * as exportOwners from './owners/export-owners.ts'
import * as noticeMails from './notices/notice-mails.ts'
import * as notices from './notices/notices.ts'
import * as passkeys from './sign-in/passkeys.ts'
import * as exportPeople from './people/export-people.ts'
import * as people from './people/people.ts'
import * as personActs from './people/person-acts.ts'
import * as questions from './questions/questions.ts'
import * as receipts from './receipts/receipts.ts'
import * as recycleBin from './recycle-bin/recycle-bin.ts'
import * as resumable from './files/resumable.ts'
import * as rightsErrors from './access/rights-errors.ts'
import * as search from './search/search.ts'
import * as requests from './requests/requests.ts'
import * as secondFactor from './sign-in/second-factor.ts'
import * as singleSignOn from './sign-in/single-sign-on.ts'
import * as start from './start/start.ts'
import * as state from './operations/state.ts'
import * as tokenErrors from './access/token-errors.ts'
import * as tokens from './account/tokens.ts'
import * as suggestions from './viewer/suggestions.ts'
import * as duplicates from './files/duplicates.ts'
import * as archives from './archives/archives.ts'
import * as runs from './runs/runs.ts'
import * as views from './views/views.ts'
import * as viewer from './viewer/viewer.ts'
import * as virusChecks from './files/virus-checks.ts'
import * as assignees from './work/assignees.ts'
import * as myWork from './work/my-work.ts'

/** A call with the name under which its module exports it. */
export type NamedCall = Endpoint & { readonly name: string }

/** Distinguishes a call made by `endpoint` from the other exports of a room's contract. */
function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'result' in value
  )
}

function callsOf(room: Record<string, unknown>): NamedCall[] {
  return Object.entries(room).flatMap(([name, value]) => (isEndpoint(value) ? { ...value, name } : []))
}

/** Every call of the portal, by room. Add a new room here; the documents and tests derive from this list. */
export const ROOMS: readonly { name: string; calls: readonly NamedCall[] }[] = [
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
  { name: 'account', calls: [...callsOf(account), ...callsOf(tokens)] },
  { name: 'lookups', calls: callsOf(lookups) },
  {
    name: 'files',
    calls: [
      ...callsOf(files),
      ...callsOf(firstOwners),
      ...callsOf(exportUploads),
      ...callsOf(resumable),
      ...callsOf(duplicates),
      ...callsOf(virusChecks),
    ],
  },
  { name: 'viewer', calls: [...callsOf(viewer), ...callsOf(suggestions)] },
  { name: 'comments', calls: callsOf(comments) },
  { name: 'questions', calls: callsOf(questions) },
  { name: 'notices', calls: [...callsOf(notices), ...callsOf(noticeMails)] },
  { name: 'corrections', calls: callsOf(corrections) },
  { name: 'edit', calls: [...callsOf(edit), ...callsOf(editRendered), ...callsOf(editLinks)] },
  { name: 'receipts', calls: callsOf(receipts) },
  { name: 'recycle-bin', calls: callsOf(recycleBin) },
  { name: 'owners', calls: [...callsOf(owners), ...callsOf(exportOwners)] },
  { name: 'search', calls: callsOf(search) },
  {
    name: 'people',
    calls: [...callsOf(people), ...callsOf(exportPeople), ...callsOf(invitations), ...callsOf(personActs)],
  },
  { name: 'history', calls: [...callsOf(history), ...callsOf(documentHistory), ...callsOf(events)] },
  { name: 'counties', calls: callsOf(counties) },
  { name: 'operations', calls: [...callsOf(jobs), ...callsOf(state)] },
  { name: 'ingestion', calls: [...callsOf(mailbox), ...callsOf(mailPreview), ...callsOf(dropFolder)] },
  { name: 'requests', calls: callsOf(requests) },
  { name: 'runs', calls: callsOf(runs) },
  { name: 'archives', calls: callsOf(archives) },
  { name: 'views', calls: callsOf(views) },
  { name: 'start', calls: callsOf(start) },
  { name: 'work', calls: [...callsOf(assignees), ...callsOf(myWork)] },
]

/** The errors of any call in addition to its own, by status. */
export const COMMON_ERRORS: readonly ErrorCase[] = Object.values({
  ...commonErrors,
  ...rightsErrors,
  ...tokenErrors,
}).toSorted((one, other) => one.status - other.status)
