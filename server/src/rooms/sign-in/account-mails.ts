import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Composers, MailContent, OutOfDate, WaitingMail } from '../../engines/mail/compose.ts'
import { writeLetter } from '../../engines/mail/letter.ts'
import type { World } from '../../records/context.ts'
import { accountExists, findAccount } from '../../records/accounts/base/accounts.repository.ts'
import { isManagedByIssuer } from '../../records/accounts/identities/own-identities.repository.ts'
import { PASSWORD_OFFER_MAIL } from './offer-password.usecases.ts'
import {
  confirmLink,
  RESET_LIFETIME_MS,
  resetLink,
  CONFIRM_LIFETIME_MS,
} from '../../records/accounts/base/links.ts'
import { newPasswordLink, timeAndPlace } from '../../records/accounts/notices/compose-notice.ts'
import { newToken } from '../../records/sessions/token.ts'
import {
  findPending,
  findRegistration,
  lockEmail,
  type RegistrationRow,
} from '../../records/accounts/base/registration.repository.ts'
import {
  insertToken,
  isResetOutOfDate,
  supersedeResets,
  type TokenOwner,
} from '../../records/accounts/base/token.repository.ts'

const IF_NOT_YOU = 'If you did not just register, do nothing.'

const registrationFacts = z.object({ registrationId: z.int() })
const resetFacts = z.object({ requestedFrom: z.string() })
const passwordOfferFacts = z.object({ cameFrom: z.string() })

export const accountMails: Composers<World> = {
  registration: composeRegistration,
  reset: composeReset,
  [PASSWORD_OFFER_MAIL]: composePasswordOffer,
}

/** Decides which of them are out of date and not sent. */
export const accountMailsOutOfDate: OutOfDate = {
  registration: isRegistrationOver,
  reset: async (db, waiting) => {
    const account = await findAccount(db, waiting.recipient)
    // The notice of single sign-on has no link that a newer mail could replace.
    if (account && (await isManagedByIssuer(db, account.id))) return false
    return isLinkOver(db, waiting)
  },
  [PASSWORD_OFFER_MAIL]: isLinkOver,
}

/**
 * Sends the link of a pending registration. If the address already has an account, sends its owner a notice instead.
 */
async function composeRegistration(world: World, { facts }: WaitingMail): Promise<MailContent | null> {
  const { database, clock, settings } = world
  const { registrationId } = registrationFacts.parse(facts)
  const asked = { id: registrationId, now: clock.now() }
  const registration = await findRegistration(database.kysely, asked)
  if (!registration) return null
  const said = timeAndPlace(world, registration.requestedAt, registration.requestedFrom)
  if (!(await accountExists(database.kysely, registration.email))) {
    return registration.isPending ? confirmation(world, registration, said) : null
  }
  return writeLetter(settings, {
    subject: 'You already have an account',
    opening: [
      `On ${said}, someone registered at ${settings.company.name} with this e-mail address. It already has an account, so nothing was changed.`,
      'If that was you, sign in as usual. If you have forgotten your password, you can set a new one:',
    ],
    link: newPasswordLink(settings),
    closing: [IF_NOT_YOU],
  })
}

async function isRegistrationOver(
  db: Kysely<DB>,
  { facts, now }: { facts: unknown; now: Date },
): Promise<boolean> {
  const registration = await findRegistration(db, { id: registrationFacts.parse(facts).registrationId, now })
  return !registration || !(registration.isPending || (await accountExists(db, registration.email)))
}

async function confirmation(world: World, registration: RegistrationRow, said: string): Promise<MailContent> {
  const { database, clock, settings } = world
  const { token, tokenHash } = newToken()
  const createdAt = clock.now()
  const expiresAt = new Date(registration.requestedAt.getTime() + CONFIRM_LIFETIME_MS)
  await database.kysely.transaction().execute(async (transaction) => {
    const registrationId = registration.id
    await insertToken(transaction, { kind: 'confirm', tokenHash, registrationId, createdAt, expiresAt })
  })
  return writeLetter(settings, {
    subject: 'Please confirm your e-mail address',
    opening: [
      `On ${said}, someone registered at ${settings.company.name} with this e-mail address.`,
      'If that was you, please confirm the address within 24 hours of registering:',
    ],
    link: { label: 'Confirm my address', url: confirmLink(settings, { email: registration.email, token }) },
    closing: [IF_NOT_YOU],
  })
}

/** Sends the link to a new password. Null if no account can use it, or if the mail is out of date. */
async function composeReset(world: World, waiting: WaitingMail): Promise<MailContent | null> {
  const { settings } = world
  const { requestedFrom } = resetFacts.parse(waiting.facts)
  const account = await findAccount(world.database.kysely, waiting.recipient)
  if (account && (await isManagedByIssuer(world.database.kysely, account.id)))
    return signsInElsewhere(world, waiting)
  const token = await makeResetToken(world, waiting)
  if (token === null) return null
  return writeLetter(settings, {
    subject: 'Set a new password',
    opening: [
      `On ${timeAndPlace(world, waiting.askedAt, requestedFrom)}, someone requested a new password for your account at ${settings.company.name}.`,
      'If that was you, please set it within one hour:',
    ],
    link: { label: 'Set a new password', url: resetLink(settings, { email: waiting.recipient, token }) },
    closing: ['If you did not request it, ignore this e-mail. Your password stays the same.'],
  })
}

/** The issuer proves who they are. A password by mail would let anyone with the mailbox in without the issuer. */
function signsInElsewhere(world: World, { askedAt, facts }: WaitingMail): MailContent {
  const { settings } = world
  const said = timeAndPlace(world, askedAt, resetFacts.parse(facts).requestedFrom)
  return writeLetter(settings, {
    subject: 'Your account uses single sign-on',
    opening: [
      `On ${said}, someone requested a new password for your account at ${settings.company.name}. It has none, because your account uses single sign-on through your employer.`,
      'If that was you, use the single sign-on button on the sign-in page. If that fails, ask an administrator for a password link.',
    ],
    closing: ['If you did not request it, ignore this e-mail. Nothing was changed.'],
  })
}

/**
 * Offers a link to a new password, after a sign-in with the registered password from a place where the address was
 * never confirmed.
 */
async function composePasswordOffer(world: World, waiting: WaitingMail): Promise<MailContent | null> {
  const { settings } = world
  const { cameFrom } = passwordOfferFacts.parse(waiting.facts)
  const token = await makeResetToken(world, waiting)
  if (token === null) return null
  return writeLetter(settings, {
    subject: 'Choose a password',
    opening: [
      `On ${timeAndPlace(world, waiting.askedAt, cameFrom)}, someone tried to sign in to your account at ${settings.company.name} for the first time, from another place than the one where this address was confirmed. The sign-in was refused.`,
      'If that was you, please choose a password within one hour:',
    ],
    link: { label: 'Choose a password', url: resetLink(settings, { email: waiting.recipient, token }) },
    closing: ['If that was not you, ignore this e-mail. No one got in.'],
  })
}

async function makeResetToken(
  { database, clock }: World,
  { recipient: email, askedAt }: WaitingMail,
): Promise<string | null> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    const owner = await findOwner(transaction, { email, now: clock.now() })
    if (!owner || !(await supersedeResets(transaction, { email, askedAt }))) return null
    const { token, tokenHash } = newToken()
    const expiresAt = new Date(clock.now().getTime() + RESET_LIFETIME_MS)
    // A retry of the same mail belongs to the same request, so its link does not replace the first link.
    await insertToken(transaction, { ...owner, kind: 'reset', tokenHash, createdAt: askedAt, expiresAt })
    return token
  })
}

async function isLinkOver(
  db: Kysely<DB>,
  { recipient: email, askedAt, now }: { recipient: string; askedAt: Date; now: Date },
): Promise<boolean> {
  return !(await findOwner(db, { email, now })) || (await isResetOutOfDate(db, { email, askedAt }))
}

/** The owner of the password that a reset would set: the account, or else the newest pending registration. */
async function findOwner(
  db: Kysely<DB>,
  { email, now }: { email: string; now: Date },
): Promise<TokenOwner | null> {
  const account = await findAccount(db, email)
  if (account) return account.isDisabled ? null : { accountId: account.id }
  const [pending] = await findPending(db, { email, most: 1, now })
  return pending ? { registrationId: pending.id } : null
}
