import {
  EMAIL_REQUIRED,
  NOT_AN_EMAIL,
  NOT_AUTHORIZED_DOMAIN,
  PASSWORD_REQUIRED,
  RESEND_INCOMPLETE,
  SELECT_COUNTY,
  type RegistrationCounty,
} from '@portal/contract/accounts.ts'
import { parseEmail, type Email } from '@portal/contract/email.ts'
import { passwordProblem } from '@portal/contract/password.ts'
import type { Transaction } from 'kysely'
import { anonymous, recordAudit } from '../audit/record.ts'
import { findAndHoldCounty, findCounty, readOpenCounties } from '../counties/counties.repository.ts'
import type { DB } from '../database/generated/db.d.ts'
import { badRequest, forbidden } from '../http/errors.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { countedAttempt } from '../throttle/throttle.ts'
import type { Context, World } from '../world.ts'
import { accountExists } from './accounts.repository.ts'
import { askingFromNetworkLimit, type MailShare } from './asking.limits.ts'
import { countedAsking, mayMail } from './asking.usecases.ts'
import { refuseGuessable } from './new-password.usecases.ts'
import { hashPassword, saltOf } from './password-hash.ts'
import { isStaff, mayRegisterFor } from './register.policy.ts'
import { findPending, findSaltSource, insertRegistration, lockEmail } from './registration.repository.ts'

type Registration = {
  email: string
  password: string
  countyId?: number | null | undefined
  browserHash: Buffer
}

/** Registrations of one address that a resend mails again. */
const RESENT_AT_ONCE = 3

/** Counties that somebody may register for, by name. */
export async function openCounties({ database }: Pick<World, 'database'>): Promise<RegistrationCounty[]> {
  const counties = await readOpenCounties(database.kysely)
  return counties.map(({ id, name }) => ({ CountyID: id, Name: name }))
}

/**
 * Keeps a registration and mails its link; the owner of an address that has an account gets a mail about it instead.
 * Does the same work for both, so that neither answer nor time tells them apart. Throws 400 for what is missing or not
 * acceptable, 403 when the county does not allow the address, 429 after too many.
 */
export async function keepRegistration(context: Context, asked: Registration): Promise<void> {
  const email = readRegistrant(asked)
  const isOfStaff = isStaff(context.settings, email)
  const wanted = isOfStaff ? null : asked.countyId
  if (wanted === undefined || (wanted === null && !isOfStaff)) throw badRequest(SELECT_COUNTY)
  const problem = passwordProblem(asked.password)
  if (problem) throw badRequest(problem)
  const { address } = email
  const countyName = wanted === null ? null : await nameOfOpenCounty(context, email, wanted)
  await refuseGuessable(context, { password: asked.password, email: address, countyName })
  const isMailed = await mayMail(context, await countedAsking(context, address))
  const passwordHash = await hashAlike(context, address, asked.password)
  const { browserHash } = asked
  await keep(context, { address, countyId: wanted, passwordHash, browserHash, isMailed })
}

function readRegistrant({ email: text, password }: Pick<Registration, 'email' | 'password'>): Email {
  if (!text.trim()) throw badRequest(EMAIL_REQUIRED)
  if (!password) throw badRequest(PASSWORD_REQUIRED)
  const email = parseEmail(text)
  if (!email) throw badRequest(NOT_AN_EMAIL)
  return email
}

/**
 * Throws 403 where the county's list, or the staff domain, has changed since the registration and allows it no more. What
 * it allows stays so until the transaction ends.
 */
export async function refuseNoLongerAllowed(
  { settings }: Pick<World, 'settings'>,
  transaction: Transaction<DB>,
  { email: text, countyId }: { email: string; countyId: number | null },
): Promise<void> {
  const email = parseEmail(text)
  const county = countyId === null ? undefined : await findAndHoldCounty(transaction, countyId)
  const mayRegister =
    email && (countyId === null ? isStaff(settings, email) : county && mayRegisterFor(county, email))
  if (!mayRegister) throw forbidden(NOT_AUTHORIZED_DOMAIN)
}

/** The county's name, where the county allows the address. */
async function nameOfOpenCounty(context: Context, email: Email, countyId: number): Promise<string> {
  const county = await findCounty(context.database.kysely, countyId)
  if (county && mayRegisterFor(county, email)) return county.name
  await countedAttempt(context, [askingFromNetworkLimit(context.caller.address)])
  throw county ? forbidden(NOT_AUTHORIZED_DOMAIN) : badRequest(SELECT_COUNTY)
}

/**
 * All passwords of one address share a salt, that of its account too: a sign-in compares with all of them by one piece of
 * work, so that its time does not tell whether there is an account.
 */
async function hashAlike({ database }: Context, address: string, password: string): Promise<string> {
  const { saltOfAddress, hashOfAccount } = await findSaltSource(database.kysely, address)
  return hashPassword(password, hashOfAccount === null ? saltOfAddress : saltOf(hashOfAccount))
}

type ToKeep = {
  address: string
  countyId: number | null
  passwordHash: string
  browserHash: Buffer
  isMailed: boolean
}

async function keep(context: Context, { address, isMailed, ...registration }: ToKeep): Promise<void> {
  const { database, clock, jobs, caller } = context
  await database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, address)
    const registrationId = await insertRegistration(transaction, {
      ...registration,
      email: address,
      requestedAt: clock.now(),
      requestedFrom: caller.address,
    })
    const actor = anonymous(caller)
    const after = { email: address }
    await recordAudit(
      transaction,
      { clock, actor },
      { what: 'registered', countyId: registration.countyId, after },
    )
    if (!isMailed) return
    const facts = { registrationId }
    await enqueueMail(transaction, context, { kind: 'registration', recipient: address, facts })
  })
  jobs.wake()
}

/**
 * Queues new mails for the registrations of the address that wait for their confirmation. Whether there are any is
 * looked up by the job, not by the request. Throws 400 for what is no address, 429 after too many.
 */
export async function askResend(context: Context, text: string): Promise<void> {
  if (!text.trim()) throw badRequest(RESEND_INCOMPLETE)
  const email = parseEmail(text)
  if (!email) throw badRequest(NOT_AN_EMAIL)
  const { database, jobs } = context
  const share = await countedAsking(context, email.address)
  await database.kysely.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, 'resend-confirmations', share)
  })
  jobs.wake()
}

/**
 * Mails a link again for each of the newest registrations that wait, each with its own time and address, as far as the
 * address may have that many mails.
 */
export async function resendConfirmations(world: World, share: MailShare): Promise<void> {
  const { kysely } = world.database
  const mailed: number[] = []
  if (await accountExists(kysely, share.email)) return
  const asked = { email: share.email, most: RESENT_AT_ONCE, now: world.clock.now() }
  for (const { id } of await findPending(kysely, asked)) {
    if (await mayMail(world, share)) mailed.push(id)
  }
  await kysely.transaction().execute(async (transaction) => {
    for (const registrationId of mailed) {
      const facts = { registrationId }
      await enqueueMail(transaction, world, { kind: 'registration', recipient: share.email, facts })
    }
  })
}
