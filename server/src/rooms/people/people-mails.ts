import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Composers, MailContent, OutOfDate, WaitingMail } from '../../engines/mail/compose.ts'
import { writeLetter, momentText } from '../../engines/mail/letter.ts'
import { findAccount, type AccountRow } from '../../records/accounts/base/accounts.repository.ts'
import { listed } from '../../records/accounts/notices/account-notices.ts'
import { lockEmail } from '../../records/accounts/base/registration.repository.ts'
import { hasPassword } from '../../records/accounts/base/credential.repository.ts'
import { makePasswordLink } from '../../records/accounts/passwords/password-link.usecases.ts'
import { isResetOutOfDate, supersedeResets } from '../../records/accounts/base/token.repository.ts'
import type { World } from '../../records/context.ts'

export const INVITATION_MAIL = 'invitation'
export const PASSWORD_LINK_MAIL = 'password-link'

const invitationFacts = z.object({ invitedBy: z.string() })
const linkFacts = z.object({ sentBy: z.string() })

/** The e-mails that administrators and managers send to people, by kind. */
export const peopleMails: Composers<World> = {
  [INVITATION_MAIL]: composeInvitation,
  [PASSWORD_LINK_MAIL]: composePasswordLink,
}

/** Decides which of them are out of date and not sent. */
export const peopleMailsOutOfDate: OutOfDate = {
  [INVITATION_MAIL]: async (db, { recipient }) =>
    (await findWhoSets(db, { email: recipient, kind: 'first-password' })) === undefined,
  [PASSWORD_LINK_MAIL]: async (db, { recipient: email, askedAt }) =>
    (await findWhoSets(db, { email, kind: 'reset' })) === undefined ||
    (await isResetOutOfDate(db, { email, askedAt })),
}

/**
 * Links to the first password. Names the person's current role and counties. Null if the person has a password by now
 * or is disabled.
 */
async function composeInvitation(
  world: World,
  { recipient, facts }: WaitingMail,
): Promise<MailContent | null> {
  const { settings } = world
  const { invitedBy } = invitationFacts.parse(facts)
  const made = await makeLink(world, recipient, 'first-password')
  if (!made) return null
  const { role, counties } = made.person
  const where = counties.length === 0 ? '' : `, for ${listed(counties.map(({ name }) => name))}`
  return writeLetter(settings, {
    subject: 'You are invited to the county document portal',
    opening: [
      `${invitedBy} has invited you to the county document portal, as ${ROLE_NAMES[role]}${where}.`,
      'Please choose a password within 72 hours:',
    ],
    link: { label: 'Choose a password', url: made.url },
    closing: ["This link works once. If you weren't expecting it, ignore this e-mail."],
  })
}

async function composePasswordLink(
  world: World,
  { recipient, facts, askedAt }: WaitingMail,
): Promise<MailContent | null> {
  const { settings } = world
  const { sentBy } = linkFacts.parse(facts)
  const made = await makeLink(world, recipient, 'reset', askedAt)
  if (!made) return null
  return writeLetter(settings, {
    subject: 'Set a new password',
    opening: [
      `On ${momentText(askedAt, settings.timeZone)}, ${sentBy} had this link sent to you, to set a new password for your account at ${settings.company.name}. Please use it within one hour:`,
    ],
    link: { label: 'Set a new password', url: made.url },
    closing: ['If you do not need it, ignore this e-mail. Your password stays the same.'],
  })
}

/** Makes a link to set a password. Null if no account can use a link of this kind. */
async function makeLink(
  world: World,
  email: string,
  ...[kind, askedAt]: [kind: 'first-password'] | [kind: 'reset', askedAt: Date]
): Promise<{ url: string; person: AccountRow } | null> {
  return world.database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    const person = await findWhoSets(transaction, { email, kind })
    if (!person) return null
    if (askedAt && !(await supersedeResets(transaction, { email, askedAt }))) return null
    const url = await makePasswordLink(world, transaction, {
      accountId: person.id,
      email,
      kind,
      askedAt: askedAt ?? world.clock.now(),
    })
    return { url, person }
  })
}

/** The account that can use a link of this kind. */
async function findWhoSets(
  db: Kysely<DB>,
  { email, kind }: { email: string; kind: 'first-password' | 'reset' },
): Promise<AccountRow | undefined> {
  const account = await findAccount(db, email)
  if (!account || account.isDisabled) return undefined
  return (await hasPassword(db, account.id)) === (kind === 'reset') ? account : undefined
}
