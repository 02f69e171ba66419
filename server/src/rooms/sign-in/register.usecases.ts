import {
  EMAIL_REQUIRED,
  NOT_AN_EMAIL,
  NOT_AUTHORIZED_DOMAIN,
  PASSWORD_REQUIRED,
  RESEND_INCOMPLETE,
  SELECT_COUNTY,
  type RegistrationCounty,
} from '@portal/contract/sign-in/registration.ts'
import { parseEmail, type Email } from '@portal/contract/email.ts'
import { parseNewEmail } from '@portal/contract/people/new-email.ts'
import { passwordProblem } from '@portal/contract/sign-in/password.ts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../records/audit/record.ts'
import {
  findCountyForKeyShare,
  findCounty,
  readOpenCounties,
} from '../../records/counties/counties.repository.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { AnonymousContext, World } from '../../records/context.ts'
import { accountExists } from '../../records/accounts/base/accounts.repository.ts'
import { mailRequestsFromNetworkLimit, type MailShare } from './mail-requests.limits.ts'
import { RESEND_CONFIRMATIONS } from './sign-in.job-kinds.ts'
import { countMailRequest, claimMail } from './mail-requests.usecases.ts'
import { requireUnguessablePassword } from '../../records/accounts/passwords/new-password.usecases.ts'
import { saltOf } from '../../records/accounts/passwords/password-hash.ts'
import { isStaffEmail, mayRegisterFor } from './register.policy.ts'
import {
  findPending,
  findSaltSource,
  insertRegistration,
  lockEmail,
} from '../../records/accounts/base/registration.repository.ts'

type Registration = {
  email: string
  password: string
  countyId?: number | null | undefined
  browserHash: Buffer
}

/** How many registrations of one address a resend mails again. */
const MAX_RESENT = 3

/** The counties that people can register for, by name. */
export async function listOpenCounties({ database }: Pick<World, 'database'>): Promise<RegistrationCounty[]> {
  const counties = await readOpenCounties(database.kysely)
  return counties.map(({ id, name }) => ({ CountyID: id, Name: name }))
}

/**
 * Stores a registration and mails its link. If the address has an account, its owner gets a notice instead. Both cases
 * do the same work, so neither response nor time reveals the account.
 * @throws PortalError 400 for missing or invalid input, 403 if the county does not allow the address, 429 after too
 * many.
 */
export async function register(context: AnonymousContext, form: Registration): Promise<void> {
  const email = readRegistrant(form)
  const isOfStaff = isStaffEmail(context.settings, email)
  const wanted = isOfStaff ? null : form.countyId
  if (wanted === undefined || (wanted === null && !isOfStaff)) throw failure(SELECT_COUNTY)
  const problem = passwordProblem(form.password)
  if (problem) throw failure(problem)
  const { address } = email
  const countyName = wanted === null ? null : await requireOpenCounty(context, email, wanted)
  await requireUnguessablePassword(context, { password: form.password, email: address, countyName })
  const isMailed = await claimMail(context, await countMailRequest(context, address))
  const passwordHash = await hashWithSharedSalt(context, address, form.password)
  const { browserHash } = form
  await storeRegistration(context, { address, countyId: wanted, passwordHash, browserHash, isMailed })
}

function readRegistrant({ email: text, password }: Pick<Registration, 'email' | 'password'>): Email {
  if (!text.trim()) throw failure(EMAIL_REQUIRED)
  if (!password) throw failure(PASSWORD_REQUIRED)
  const email = parseNewEmail(text)
  if (!email) throw failure(NOT_AN_EMAIL)
  return email
}

/**
 * Checks the address again at confirmation, and locks the county row until the transaction ends.
 * @throws PortalError 403 if the county's list or the staff domain has changed and no longer allows the address.
 */
export async function requireAllowedEmail(
  { settings }: Pick<World, 'settings'>,
  transaction: Transaction<DB>,
  { email: text, countyId }: { email: string; countyId: number | null },
): Promise<void> {
  const email = parseEmail(text)
  const county = countyId === null ? undefined : await findCountyForKeyShare(transaction, countyId)
  const mayRegister =
    email && (countyId === null ? isStaffEmail(settings, email) : county && mayRegisterFor(county, email))
  if (!mayRegister) throw failure(NOT_AUTHORIZED_DOMAIN)
}

/** Returns the county's name if the county allows the address. */
async function requireOpenCounty(context: AnonymousContext, email: Email, countyId: number): Promise<string> {
  const county = await findCounty(context.database.kysely, countyId)
  if (county && mayRegisterFor(county, email)) return county.name
  await admitAttempt(context, [mailRequestsFromNetworkLimit(context.actor.caller.address)])
  throw county ? failure(NOT_AUTHORIZED_DOMAIN) : failure(SELECT_COUNTY)
}

/**
 * Hashes all passwords of one address, and its account's, with the same salt. So a sign-in checks all of them with one
 * hash, and its time does not reveal whether there is an account.
 */
async function hashWithSharedSalt(
  { database, passwordHasher }: AnonymousContext,
  address: string,
  password: string,
): Promise<string> {
  const { saltOfAddress, hashOfAccount } = await findSaltSource(database.kysely, address)
  return passwordHasher.hash(password, hashOfAccount === null ? saltOfAddress : saltOf(hashOfAccount))
}

type NewRegistration = {
  address: string
  countyId: number | null
  passwordHash: string
  browserHash: Buffer
  isMailed: boolean
}

async function storeRegistration(
  context: AnonymousContext,
  { address, isMailed, ...registration }: NewRegistration,
): Promise<void> {
  const { database, clock, jobs } = context
  const { caller } = context.actor
  await database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, address)
    const registrationId = await insertRegistration(transaction, {
      ...registration,
      email: address,
      requestedAt: clock.now(),
      requestedFrom: caller.address,
    })
    await recordAudit(transaction, context, {
      action: 'address.registered',
      subject: { kind: 'address', id: address },
      countyId: registration.countyId,
      after: { email: address },
    })
    if (!isMailed) return
    const facts = { registrationId }
    await enqueueMail(transaction, context, {
      kind: 'registration',
      recipient: address,
      facts,
      isAwaited: true,
    })
  })
  jobs.wake()
}

/**
 * Queues new mails for the pending registrations of the address. The job looks for registrations, not the request, so
 * the response reveals nothing.
 * @throws PortalError 400 for an invalid address, 429 after too many.
 */
export async function requestResend(context: AnonymousContext, text: string): Promise<void> {
  if (!text.trim()) throw failure(RESEND_INCOMPLETE)
  const email = parseEmail(text)
  if (!email) throw failure(NOT_AN_EMAIL)
  const { database, jobs } = context
  const share = await countMailRequest(context, email.address)
  await database.kysely.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, RESEND_CONFIRMATIONS, share)
  })
  jobs.wake()
}

/**
 * Mails a link again for each of the newest pending registrations, with its own time and place, up to the mail limit of
 * the address.
 */
export async function resendConfirmations(world: World, share: MailShare): Promise<void> {
  const { kysely } = world.database
  const mailed: number[] = []
  if (await accountExists(kysely, share.email)) return
  const lookup = { email: share.email, most: MAX_RESENT, now: world.clock.now() }
  for (const { id } of await findPending(kysely, lookup)) {
    if (await claimMail(world, share)) mailed.push(id)
  }
  await kysely.transaction().execute(async (transaction) => {
    for (const registrationId of mailed) {
      const facts = { registrationId }
      await enqueueMail(transaction, world, {
        kind: 'registration',
        recipient: share.email,
        facts,
        isAwaited: true,
      })
    }
  })
}
