import { CONFIRM_FIRST, ENTER_BOTH, WRONG_SIGN_IN } from '@portal/contract/auth.ts'
import { parseEmail, type Email } from '@portal/contract/email.ts'
import { MAX_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { passwordLength } from '@portal/contract/password.ts'
import { recordAudit } from '../audit/record.ts'
import { badRequest, forbidden, unauthorized, type PortalError } from '../http/errors.ts'
import { ownNetworkOf } from '../throttle/network.ts'
import { countedAttempt, type Attempt } from '../throttle/throttle.ts'
import type { Context } from '../world.ts'
import { provePassword } from './confirmation.repository.ts'
import { askOffer } from './offer-password.usecases.ts'
import { matchPassword } from './password-hash.ts'
import { pendingSince } from './register.policy.ts'
import { deleteSession } from './session.repository.ts'
import { hashToken, startSession } from './session.ts'
import { NETWORK_KNOWN_FOR, signInLimits } from './sign-in.limits.ts'
import { refusalOf } from './sign-in.policy.ts'
import { admit, findSignInFacts, type SignInFacts } from './sign-in.repository.ts'

/** `oldToken` is the session that the browser held until now; it ends. `browserHash` names a browser that is known. */
type SignIn = { username: string; password: string; oldToken: string | null; browserHash: Buffer | null }

const NOBODY: SignInFacts = { account: null, isKnownNetwork: false, pendingHashes: [] }

/**
 * Begins a session and answers its token. Throws 400 without both fields, 429 after too many failures, 403 before the
 * confirmation but only after the right password, and else 401, with the same text and work whatever is wrong.
 */
export async function signIn(
  context: Context,
  { username, password, oldToken, browserHash }: SignIn,
): Promise<{ accountId: number; token: string }> {
  const typed = username.trim().toLowerCase()
  if (!typed || !password) throw badRequest(ENTER_BOTH)
  const network = ownNetworkOf(context.caller)
  const facts = await findFacts(context, parseEmail(typed), { network, browserHash })
  const { account, isKnownNetwork } = facts
  const callerAddress = context.caller.address
  const limits = signInLimits({ username: typed, callerAddress, isKnownNetwork })
  const attempt = await countedAttempt(context, limits)
  const passwordHash = await findRightHash(context, { facts, password, attempt })
  const refusal = passwordHash === null ? 'wrong' : refusalOf(facts, passwordHash)
  if (refusal === 'unconfirmed') throw await unconfirmed(context, { email: typed, facts, passwordHash })
  if (refusal !== null || account === null || passwordHash === null) throw failed(context, account)
  const token = await begin(context, { account, email: typed, passwordHash, network, oldToken, attempt })
  if (token === null) throw failed(context, account)
  return { accountId: account.id, token }
}

async function findFacts(
  { database, clock }: Context,
  email: Email | null,
  place: { network: string; browserHash: Buffer | null },
): Promise<SignInFacts> {
  if (!email) return NOBODY
  const now = clock.now()
  const knownSince = new Date(now.getTime() - NETWORK_KNOWN_FOR)
  return findSignInFacts(database, {
    ...place,
    email: email.address,
    knownSince,
    pendingSince: pendingSince(now),
  })
}

type Guess = { facts: SignInFacts; password: string; attempt: Attempt }

/** The hash that the password belongs to, or null. One piece of hashing, whatever there is to compare with. */
async function findRightHash(
  { database }: Context,
  { facts, password, attempt }: Guess,
): Promise<string | null> {
  const isTooLong = passwordLength(password) > MAX_PASSWORD_CHARACTERS
  try {
    return await matchPassword(password, isTooLong ? [] : hashesOf(facts))
  } catch (error) {
    // Nothing was guessed, so nothing counts.
    await attempt.takeBack(database.kysely)
    throw error
  }
}

function hashesOf({ account, pendingHashes }: SignInFacts): string[] {
  return account?.passwordHash ? [account.passwordHash, ...pendingHashes] : pendingHashes
}

type Unconfirmed = { email: string; facts: SignInFacts; passwordHash: string | null }

/** The same work for the account's own password and that of a registration: only the mail tells them apart. */
async function unconfirmed(
  context: Context,
  { email, facts, passwordHash }: Unconfirmed,
): Promise<PortalError> {
  const { account, isKnownNetwork } = facts
  const accountId = account?.passwordHash === passwordHash ? account.id : null
  await askOffer(context, { email, isKnownNetwork, accountId, cameFrom: context.caller.address })
  return forbidden(CONFIRM_FIRST)
}

/** Neither the address nor the password is logged: people type one into the field of the other. */
function failed({ log, caller }: Context, account: SignInFacts['account']): PortalError {
  log.warn({ ...caller, accountId: account?.id ?? null }, 'A sign-in failed.')
  return unauthorized(WRONG_SIGN_IN)
}

type Beginning = {
  account: NonNullable<SignInFacts['account']>
  email: string
  passwordHash: string
  network: string
  oldToken: string | null
  attempt: Attempt
}

/** Null when the account was disabled or its password changed while this one was being checked. */
async function begin(context: Context, beginning: Beginning): Promise<string | null> {
  const { account, email, passwordHash, network, oldToken, attempt } = beginning
  const { database, clock, caller } = context
  const now = clock.now()
  const accountId = account.id
  return database.kysely.transaction().execute(async (transaction) => {
    if (!account.isPasswordProven) await provePassword(transaction, { accountId, passwordHash })
    if (!(await admit(transaction, { accountId, passwordHash, network, now }))) return null
    await attempt.takeBack(transaction)
    if (oldToken !== null) await deleteSession(transaction, hashToken(oldToken))
    const actor = { accountId, who: email, cameFrom: caller.address }
    await recordAudit(transaction, { clock, actor }, { what: 'signed in' })
    return startSession(transaction, { accountId, address: caller.address, now })
  })
}

/** Ends the session of that token, if there is one. */
export async function signOut({ database, clock, caller }: Context, token: string | null): Promise<void> {
  if (token === null) return
  await database.kysely.transaction().execute(async (transaction) => {
    const whose = await deleteSession(transaction, hashToken(token))
    if (!whose) return
    const actor = { accountId: whose.accountId, who: whose.email, cameFrom: caller.address }
    await recordAudit(transaction, { clock, actor }, { what: 'signed out' })
  })
}
