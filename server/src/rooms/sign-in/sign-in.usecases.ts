import {
  CONFIRM_FIRST,
  ENTER_BOTH,
  WRONG_SIGN_IN,
  NOT_A_COUNTY_OF_YOURS,
} from '@portal/contract/sign-in/sign-in.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { asProven, type Person } from '../../records/access/actor.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import { type Attempt, admitAttempt } from '../../engines/throttle/throttle.ts'
import type { AnonymousContext, PersonContext, World } from '../../records/context.ts'
import { provePassword } from '../../records/accounts/confirmation.repository.ts'
import { requestPasswordOffer } from './offer-password.usecases.ts'
import { hasSecondFactor } from '../../records/accounts/second-factor/second-factor.repository.ts'
import { deleteSession } from '../../records/sessions/session.repository.ts'
import { hashToken } from '../../records/sessions/token.ts'
import { admitSignIn } from '../../records/proofs/admit-sign-in.ts'
import { findFacts, findRightHash } from '../../records/proofs/password-check.ts'
import { requestCode } from './second-factor/sign-in-by-code.usecases.ts'
import { openSession } from './open-session.ts'
import { signInRefusal } from './sign-in.policy.ts'
import { admit, type SignInFacts } from '../../records/accounts/sign-in.repository.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { chooseCountyOf, readCountiesOf } from '../../records/accounts/base/accounts.repository.ts'
import { toSession, type PersonsSession } from './sign-in.models.ts'
import { saltOf } from '../../records/accounts/passwords/password-hash.ts'
import { renewPasswordHash } from '../../records/accounts/passwords/renewal.repository.ts'

type RightPassword = { accountId: number; password: string; passwordHash: string }

/** `oldToken` is the session that the browser had until now. It ends. `browserHash` identifies a known browser. */
type SignIn = {
  username: string
  password: string
  oldToken: string | null
  browserHash: Buffer | null
  userAgent: string | null
}

/**
 * Starts a session and returns its token.
 * @throws PortalError 400 without both fields; 429 after too many failures; 403 before the confirmation, or if a code
 * comes next, both only after the right password; otherwise 401, with the same text and work for every fault.
 */
export async function signIn(
  context: AnonymousContext,
  { username, password, oldToken, browserHash, userAgent }: SignIn,
): Promise<{ accountId: number; token: string }> {
  const typed = username.trim().toLowerCase()
  if (!typed || !password) throw failure(ENTER_BOTH)
  const network = ownNetworkOf(context.actor.caller)
  const facts = await findFacts(context, parseEmail(typed), { network, browserHash })
  const { account, isKnownNetwork } = facts
  const attempt = await admitSignIn(context, { username: typed, isKnownNetwork })
  const rightHash = await findRightHash(context, { facts, password, attempt })
  const refusal = rightHash === null ? 'wrong' : signInRefusal(facts, rightHash)
  if (refusal === 'unconfirmed')
    throw await unconfirmed(context, { email: typed, facts, passwordHash: rightHash })
  if (refusal !== null || account === null || rightHash === null) throw failed(context, account)
  const accountId = account.id
  const passwordHash = await renewHash(context, { accountId, password, passwordHash: rightHash })
  if (account.hasSecondFactor) throw await requestCode(context, { accountId, passwordHash, attempt })
  const token = await openByPassword(context, {
    account,
    email: typed,
    passwordHash,
    network,
    oldToken,
    userAgent,
    attempt,
  })
  if (token === null) throw failed(context, account)
  // A new device queues a mail.
  context.jobs.wake()
  return { accountId, token }
}

type UnconfirmedSignIn = { email: string; facts: SignInFacts; passwordHash: string | null }

/** Does the same work for the account's own password and for that of a registration. Only the mail differs. */
async function unconfirmed(
  context: AnonymousContext,
  { email, facts, passwordHash }: UnconfirmedSignIn,
): Promise<PortalError> {
  const { account, isKnownNetwork } = facts
  const accountId = account?.passwordHash === passwordHash ? account.id : null
  await requestPasswordOffer(context, {
    email,
    isKnownNetwork,
    accountId,
    cameFrom: context.actor.caller.address,
  })
  return failure(CONFIRM_FIRST)
}

/** Logs neither address nor password, because people enter one in the field of the other. */
function failed({ log, actor: { caller } }: AnonymousContext, account: SignInFacts['account']): PortalError {
  log.warn({ ...caller, accountId: account?.id ?? null }, 'A sign-in failed.')
  return failure(WRONG_SIGN_IN)
}

type SessionStart = {
  account: NonNullable<SignInFacts['account']>
  email: string
  passwordHash: string
  network: string
  oldToken: string | null
  userAgent: string | null
  attempt: Attempt
}

/** Returns null if the account was disabled or its password changed during the check. */
async function openByPassword(context: AnonymousContext, start: SessionStart): Promise<string | null> {
  const { account, email, passwordHash, network, ...opened } = start
  const now = context.clock.now()
  const accountId = account.id
  return context.database.kysely.transaction().execute(async (transaction) => {
    if (!account.isPasswordProven) await provePassword(transaction, { accountId, passwordHash })
    if (!(await admit(transaction, { accountId, passwordHash, network, now }))) return null
    // The second factor was set up during the check of the password.
    if (await hasSecondFactor(transaction, accountId)) return null
    return openSession(transaction, context, { account: { accountId, email }, by: 'password', ...opened })
  })
}

export async function signOut(context: AnonymousContext, token: string | null): Promise<void> {
  if (token === null) return
  await context.database.kysely.transaction().execute(async (transaction) => {
    const whose = await deleteSession(transaction, hashToken(token))
    if (!whose) return
    await recordAudit(transaction, asProven(context, whose), {
      action: 'session.ended',
      subject: { kind: 'account', id: whose.accountId },
    })
  })
}

export async function describeSession(
  { database }: Pick<World, 'database'>,
  person: Person,
): Promise<PersonsSession> {
  return toSession(person, await readCountiesOf(database.kysely, person.accountId))
}

/**
 * Sets the county that the person works for.
 * @throws PortalError 403 if it is not one of theirs, 429 after too many.
 */
export async function selectCounty(context: PersonContext, countyId: number): Promise<PersonsSession> {
  const { database, actor } = context
  const { person } = actor
  await admitAttempt(context, repeatedActLimits(actor, 'chosen county'))
  const belongsTo = await readCountiesOf(database.kysely, person.accountId)
  const ownCounty = belongsTo.find(({ id }) => id === countyId)
  const isChosen = await chooseCountyOf(database.kysely, { accountId: person.accountId, countyId })
  if (!ownCounty || !isChosen) throw failure(NOT_A_COUNTY_OF_YOURS)
  return toSession({ ...person, ownCounty }, belongsTo)
}

/**
 * Rehashes a right password if its hash is weaker than today's, and returns the hash for the rest of the sign-in. A
 * failure is only logged, because the next sign-in tries again.
 */
async function renewHash(
  { database, passwordHasher, log }: AnonymousContext,
  { accountId, password, passwordHash }: RightPassword,
): Promise<string> {
  if (!passwordHasher.needsRenewal(passwordHash)) return passwordHash
  try {
    // The salt stays, so a sign-in still checks the registrations of the address with one hash, and concurrent renewals
    // produce the same hash.
    const renewed = await passwordHasher.hash(password, saltOf(passwordHash))
    await database.kysely
      .transaction()
      .execute((transaction) =>
        renewPasswordHash(transaction, { accountId, from: passwordHash, to: renewed }),
      )
    return renewed
  } catch (error) {
    log.warn({ err: error, accountId }, 'The hash of a password could not be renewed at its sign-in.')
    return passwordHash
  }
}
