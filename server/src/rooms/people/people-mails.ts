import { z } from 'zod'
import type { Composers, MailContent, WaitingMail } from '../../engines/mail/compose.ts'
import { writeLetter } from '../../engines/mail/letter.ts'
import { momentText } from '../../engines/mail/moment-text.ts'
import { findAccount } from '../../records/accounts/accounts.repository.ts'
import { listed } from '../../records/accounts/notices/access-change.ts'
import { lockEmail } from '../../records/accounts/registration.repository.ts'
import { makePasswordLink } from '../../records/accounts/passwords/password-link.usecases.ts'
import { supersedeResets } from '../../records/accounts/token.repository.ts'
import type { World } from '../../records/context.ts'
import { readPerson } from './people.repository.ts'

export const INVITATION_MAIL = 'invitation'
export const PASSWORD_LINK_MAIL = 'password-link'

const invitationFacts = z.object({ invitedBy: z.string(), role: z.string(), counties: z.array(z.string()) })
const linkFacts = z.object({ sentBy: z.string() })

/** The mails to people whom somebody looks after, by kind. */
export const peopleMails: Composers<World> = {
  [INVITATION_MAIL]: composeInvitation,
  [PASSWORD_LINK_MAIL]: composePasswordLink,
}

/** The link to the first password; null where its person has one by now, or is not to get in any more. */
async function composeInvitation(
  world: World,
  { recipient, facts }: WaitingMail,
): Promise<MailContent | null> {
  const { settings } = world
  const { invitedBy, role, counties } = invitationFacts.parse(facts)
  const url = await makeLink(world, recipient, 'first-password')
  if (url === null) return null
  const where = counties.length === 0 ? '' : `, for ${listed(counties)}`
  return writeLetter(settings, {
    subject: 'You are invited to the county document portal',
    opening: [
      `${invitedBy} has invited you to the county document portal of ${settings.company.name}, as ${role}${where}.`,
      'Please choose a password within 72 hours:',
    ],
    link: { label: 'Choose a password', url },
    closing: ['The link works once. If you did not expect this, do nothing: nobody gets in.'],
  })
}

async function composePasswordLink(
  world: World,
  { recipient, facts, askedAt }: WaitingMail,
): Promise<MailContent | null> {
  const { settings } = world
  const { sentBy } = linkFacts.parse(facts)
  const url = await makeLink(world, recipient, 'reset', askedAt)
  if (url === null) return null
  return writeLetter(settings, {
    subject: 'Set a new password',
    opening: [
      `On ${momentText(askedAt, settings.timeZone)}, ${sentBy} had this link sent to you, to set a new password for your account at ${settings.company.name}. Please use it within one hour:`,
    ],
    link: { label: 'Set a new password', url },
    closing: ['If you do not need it, do nothing: your password stays as it is.'],
  })
}

/** A link to a password; null where there is nobody to set one by such a link. */
async function makeLink(
  world: World,
  email: string,
  ...[kind, askedAt]: [kind: 'first-password'] | [kind: 'reset', askedAt: Date]
): Promise<string | null> {
  return world.database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    const account = await findAccount(transaction, email)
    const row = account && (await readPerson(transaction, { id: account.id, rule: world.settings }))
    if (!row || row.isDisabled || row.hasPassword !== (kind === 'reset')) return null
    if (askedAt && !(await supersedeResets(transaction, { email, askedAt }))) return null
    return makePasswordLink(world, transaction, {
      accountId: row.id,
      email,
      kind,
      askedAt: askedAt ?? world.clock.now(),
    })
  })
}
