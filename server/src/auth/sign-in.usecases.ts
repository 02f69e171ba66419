import { CONFIRM_FIRST, ENTER_BOTH, WRONG_SIGN_IN } from '@portal/contract/auth.ts'
import { parseEmail, type Email } from '@portal/contract/email.ts'
import { MAX_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { passwordLength } from '@portal/contract/password.ts'
import { recordAudit } from '../audit/record.ts'
import { badRequest, forbidden, unauthorized, type PortalError } from '../http/errors.ts'
import { networkOf } from '../throttle/network.ts'
import { countedAttempt, type Attempt } from '../throttle/throttle.ts'
import type { Context } from '../world.ts'
import { matchPassword } from './password-hash.ts'
import { deleteSession } from './session.repository.ts'
import { hashToken, startSession } from './session.ts'
import { NETWORK_KNOWN_FOR, signInLimits } from './sign-in.limits.ts'
import { admit, findSignInFacts, type SignInFacts } from './sign-in.repository.ts'

/** `oldToken` is the session that the browser held until now; it ends. */
type SignIn = { username: string; password: string; oldToken: string | null }

const NOBODY: SignInFacts = { account: null, isKnownNetwork: false, pendingHashes: [] }

/**
 * Begins a session and answers its token. Throws 400 without both fields, 429 after too many failures, 403 before the
 * confirmation but only after the right password, and else 401, with the same text and work whatever is wrong.
 */
export async function signIn(
  context: Context,
  { username, password, oldToken }: SignIn,
): Promise<{ accountId: number; token: string }> {
  const typed = username.trim().toLowerCase()
  if (!typed || !password) throw badRequest(ENTER_BOTH)
  const network = networkOf(context.caller.address)
  const facts = await findFacts(context, parseEmail(typed), network)
  const { account, isKnownNetwork } = facts
  const callerAddress = context.caller.address
  const limits = signInLimits({ username: typed, callerAddress, isKnownNetwork })
  const attempt = await countedAttempt(context, limits)
  const passwordHash = await findRightHash(context, { facts, password, attempt })
  if (passwordHash === null || account?.isDisabled) throw failed(context, account)
  if (!account?.isConfirmed) throw forbidden(CONFIRM_FIRST)
  const accountId = account.id
  const token = await begin(context, { accountId, email: typed, passwordHash, network, oldToken, attempt })
  if (token === null) throw failed(context, account)
  return { accountId, token }
}

async function findFacts(
  { database, clock }: Context,
  email: Email | null,
  network: string,
): Promise<SignInFacts> {
  if (!email) return NOBODY
  const knownSince = new Date(clock.now().getTime() - NETWORK_KNOWN_FOR)
  return findSignInFacts(database, { email: email.address, network, knownSince })
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
  const own = account?.passwordHash ? [account.passwordHash] : []
  return account?.isConfirmed ? own : [...own, ...pendingHashes]
}

/** Neither the address nor the password is logged: people type one into the field of the other. */
function failed({ log, caller }: Context, account: SignInFacts['account']): PortalError {
  log.warn({ ...caller, accountId: account?.id ?? null }, 'A sign-in failed.')
  return unauthorized(WRONG_SIGN_IN)
}

type Beginning = {
  accountId: number
  email: string
  passwordHash: string
  network: string
  oldToken: string | null
  attempt: Attempt
}

/** Null when the account was disabled or its password changed while this one was being checked. */
async function begin(context: Context, beginning: Beginning): Promise<string | null> {
  const { accountId, email, oldToken, attempt } = beginning
  const { database, clock, caller } = context
  const now = clock.now()
  return database.kysely.transaction().execute(async (transaction) => {
    if (!(await admit(transaction, { ...beginning, now }))) return null
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
