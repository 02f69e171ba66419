import { parseNewEmail } from '@portal/contract/people/new-email.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { UNKNOWN_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { invitePeople as invitePeopleCall, Verdict } from '@portal/contract/people/invitations.ts'
import { splitInvitedLine } from '@portal/contract/people/invited-lines.ts'
import { MAX_INVITED_AT_ONCE, MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import {
  ADMIN_ONLY_LINK,
  DISABLED_PERSON,
  TOO_MANY_TO_INVITE,
} from '@portal/contract/people/people-errors.ts'
import type { Person as ListedPerson } from '@portal/contract/people/people.ts'
import { ROLE_NAMES, type Role } from '@portal/contract/access/roles.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure, PortalError } from '../../engines/http/errors.ts'
import { enqueueMail, type MailToSend } from '../../engines/mail/enqueue-mail.ts'
import {
  admitAttempt,
  countIfAllowed,
  bucketOf,
  DAY_MS,
  type Limit,
} from '../../engines/throttle/throttle.ts'
import { countMailsSince } from '../../engines/mail/outbox.repository.ts'
import { listCountiesOfEmail } from '../../records/counties/counties.repository.ts'
import { lockAccountById } from '../../records/accounts/base/account-locks.repository.ts'
import { findAccount } from '../../records/accounts/base/accounts.repository.ts'
import { EMAIL_TAKEN } from '../../records/accounts/base/accounts.errors.ts'
import { addInvitedAccount } from '../../records/accounts/accounts.usecases.ts'
import { isManagedByIssuer } from '../../records/accounts/identities/own-identities.repository.ts'
import { isMisleadingName } from '../../records/accounts/misleading-name.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { actOnPerson } from './act-on-person.ts'
import { INVITATION_MAIL, PASSWORD_LINK_MAIL } from './people-mails.ts'
import { toSubject } from './people.models.ts'
import { mayActOn, mayGive, maySendLink, type PeopleManager } from './people.policy.ts'
import { readNamesOfCounties, type PersonRow } from './people.repository.ts'
import { oneLine } from '@portal/contract/plain-name.ts'

/** `Jane Doe <jane@x.example>`, as mail programs copy it. The name may also follow the address. */
const IN_BRACKETS = /^([^<>]*)<([^<>]*@[^<>]*)>\s*(?:[,;\t](.*))?$/su

const BARE = /^([^,;\t]*)(?:[,;\t](.*))?$/su

const MAX_PER_DAY = 500

/** A new firm pastes the people of its counties, one list after another. */
const MAX_PER_DAY_BY_ADMINISTRATORS = 5000

type Invitation = { lines: readonly string[]; role: Role; countyIds: readonly number[] }

const HOUR_MS = 3_600_000

/** Links of one kind that a person can receive in an hour. */
const MAX_LINKS_PER_HOUR = 5

/**
 * Invites people. Each person has a transaction of their own, which also queues the e-mail, so one line's result stays
 * valid whatever happens to the others. Each transaction checks the caller's right again, because a list takes a while.
 * @throws PortalError 400 for more than 500 people, even on fewer lines; 401 if the caller was disabled or signed out
 * meanwhile; 403 if the caller may not give that role or county; 404 for an unknown county; 429 before the first line
 * if the lock limiter has no room.
 */
export async function invitePeople(
  context: PersonContext,
  { lines: pasted, role, countyIds: asked }: Invitation,
): Promise<ResultOf<typeof invitePeopleCall>> {
  const { database, lockLimiter, jobs, actor } = context
  const lines = pasted.flatMap(splitInvitedLine)
  if (lines.length > MAX_INVITED_AT_ONCE) throw failure(TOO_MANY_TO_INVITE)
  const countyIds = [...new Set(asked)]
  const refusal = mayGive(actor.person, { role, countyIds })
  if (refusal) throw failure(refusal)
  const counties = await readNamesOfCounties(database.kysely, countyIds)
  if (counties.length < countyIds.length) throw failure(UNKNOWN_COUNTY)
  const facts = invitationFacts(context, { role, counties })
  const verdicts: { line: string; verdict: Verdict }[] = []
  const inviteAll = async () => {
    for (const line of lines) {
      verdicts.push({ line, verdict: await inviteOne(context, { line, role, countyIds, facts }) })
    }
  }
  try {
    // All lines share one turn of the limiter. A refusal between lines would lose the earlier verdicts, although their
    // e-mails are already queued.
    await lockLimiter.run(actor.person.accountId, inviteAll)
  } finally {
    jobs.wake()
  }
  return { verdicts, invited: verdicts.filter(({ verdict }) => verdict === 'invited').length }
}

/**
 * Older servers read role and counties during an upgrade. This release reads the person's current ones when it sends
 * the mail.
 */
function invitationFacts(
  { actor }: PersonContext,
  { role, counties }: { role: Role; counties: readonly { readonly name: string }[] },
): object {
  return { invitedBy: actor.person.email, role: ROLE_NAMES[role], counties: counties.map(({ name }) => name) }
}

type InvitedLine = { line: string; role: Role; countyIds: readonly number[]; facts: object }

async function inviteOne(
  context: PersonContext,
  { line, role, countyIds, facts }: InvitedLine,
): Promise<Verdict> {
  const { address, name } = readLine(line)
  const email = parseNewEmail(address)?.address
  if (email === undefined) return 'not-an-address'
  if (name.includes('@')) return 'address-in-name'
  if (!(await countIfAllowed(context, [invitationLimit(context.actor.person)]))) return 'too-many-today'
  try {
    await addInvitedAccount(context, {
      email,
      name: isMisleadingName(name, context.settings) ? '' : name,
      role,
      countyIds,
      mail: { kind: INVITATION_MAIL, facts },
      requireRight: (transaction) => requireStillToGive(context, transaction, { email, role, countyIds }),
    })
    return 'invited'
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== EMAIL_TAKEN.code) throw error
    return (await isKnownTo(context, email)) ? 'already-there' : 'cannot-be-invited'
  }
}

async function requireStillToGive(
  context: PersonContext,
  transaction: Transaction<DB>,
  { email, ...access }: Pick<InvitedLine, 'role' | 'countyIds'> & { email: string },
): Promise<void> {
  await lockAccountById(transaction, context.actor.person.accountId)
  const by = await reloadActor(transaction, { context, right: 'people.manage' })
  const refusal = mayGive(by, access)
  if (refusal) throw failure(refusal)
  if (by.counties === 'all') return
  const isOthers =
    isOfRuledDomain(context, email) ||
    isOfStaff(context, email) ||
    (await isListedElsewhere(transaction, { email, counties: by.counties }))
  if (isOthers) throw failure(EMAIL_TAKEN, { values: { email } })
}

/** Whether the address belongs to the firm, whose people register as staff. */
function isOfStaff({ settings }: PersonContext, email: string): boolean {
  return settings.staffEmailDomain !== null && parseNewEmail(email)?.domain === settings.staffEmailDomain
}

/** Whether only other counties list the address. An invitation would keep the person from registering there. */
async function isListedElsewhere(
  transaction: Transaction<DB>,
  { email, counties }: { readonly email: string; readonly counties: readonly number[] },
): Promise<boolean> {
  const domain = parseNewEmail(email)?.domain ?? ''
  const listing = await listCountiesOfEmail(transaction, { address: email, domain })
  return listing.length > 0 && !listing.some((id) => counties.includes(id))
}

/** Whether an issuer's rules decide the access of this domain. A manager's invitation would bypass those rules. */
function isOfRuledDomain({ settings }: PersonContext, email: string): boolean {
  const domain = parseNewEmail(email)?.domain ?? ''
  return settings.issuers.some(({ domains, rules }) => rules.length > 0 && domains.includes(domain))
}

/**
 * Whether the caller may see this account. If not, the answer must be the same as for any address that cannot be
 * invited.
 */
async function isKnownTo({ database, actor }: PersonContext, email: string): Promise<boolean> {
  const account = await findAccount(database.kysely, email)
  if (!account) return false
  const { id, role, counties } = account
  const refusal = mayActOn(actor.person, { id, role, countyIds: counties.map((county) => county.id) })
  return refusal?.status !== 404
}

/**
 * Queues an e-mail with a link to set a password. A person without a password gets the invitation.
 * @throws PortalError as `actOnPerson`; 403 for a manager if single sign-on manages the person; 409 for a disabled
 * person; 429 after 5 links in an hour, and after the caller's daily limit of invitations.
 */
export async function sendPasswordLink(context: PersonContext, userId: number): Promise<ListedPerson> {
  const { clock, settings, actor } = context
  await admitAttempt(context, [invitationLimit(actor.person)])
  const target = { userId, ifMatch: undefined, may: maySendLink }
  return actOnPerson(context, target, async (transaction, row, by) => {
    if (row.isDisabled) throw failure(DISABLED_PERSON)
    // A password would bypass the issuer, its second factor and its rules.
    if (by.counties !== 'all' && (await isManagedByIssuer(transaction, row.id)))
      throw failure(ADMIN_ONLY_LINK)
    const mail = mailOf(context, row)
    const since = new Date(clock.now().getTime() - HOUR_MS)
    const sent = await countMailsSince(transaction, { kind: mail.kind, recipient: row.email, since })
    if (settings.rateLimit && sent >= MAX_LINKS_PER_HOUR) {
      throw failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds: HOUR_MS / 1000 })
    }
    await enqueueMail(transaction, context, { ...mail, recipient: row.email })
    await recordAudit(transaction, context, {
      action: 'account.link_sent',
      subject: { kind: 'account', id: row.id },
      countyId: row.countyId,
      after: { email: row.email, sentBy: actor.person.email, countyIDs: toSubject(row).countyIds },
    })
  })
}

function mailOf(context: PersonContext, row: PersonRow): Omit<MailToSend, 'recipient'> {
  if (!row.hasPassword) return { kind: INVITATION_MAIL, facts: invitationFacts(context, row) }
  return { kind: PASSWORD_LINK_MAIL, facts: { sentBy: context.actor.person.email }, isAwaited: true }
}

/** How many addresses one person can enter in a day: limits floods and probing with a stolen session. */
function invitationLimit({ accountId, counties }: PeopleManager): Limit {
  return {
    bucket: bucketOf('invitation by', String(accountId)),
    most: counties === 'all' ? MAX_PER_DAY_BY_ADMINISTRATORS : MAX_PER_DAY,
    withinMs: DAY_MS,
  }
}

/**
 * Reads one person's line. The line is an address, then optionally a comma, semicolon or tab and a name; or a name,
 * then an address in angle brackets. The name is cut to one line of 100 visible characters, because a bad name must not
 * prevent an invitation.
 */
export function readLine(line: string): { address: string; name: string } {
  const bracketed = IN_BRACKETS.exec(line)
  if (bracketed) {
    const [, before = '', address = '', after = ''] = bracketed
    const name = plainName(before).replace(/^(["'])(.*)\1$/u, '$2')
    const isNoName = name === '' || name.toLowerCase() === address.trim().toLowerCase()
    return { address: address.trim(), name: isNoName ? plainName(after) : name }
  }
  const [, address = '', name = ''] = BARE.exec(line) ?? []
  return { address: address.trim(), name: plainName(name) }
}

function plainName(text: string): string {
  return Array.from(oneLine(text)).slice(0, MAX_NAME_CHARACTERS).join('').trim()
}
