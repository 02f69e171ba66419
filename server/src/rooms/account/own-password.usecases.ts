import { ENTER_PASSWORD, WRONG_PASSWORD } from '@portal/contract/account/account.ts'
import { SECOND_FACTOR_REQUIRED } from '@portal/contract/sign-in/code-errors.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import type { Attempt } from '../../engines/throttle/throttle.ts'
import { lacksCode } from '../../records/sessions/own-sessions.repository.ts'
import { proveSession } from '../../records/sessions/session.repository.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { admitSignIn } from '../../records/proofs/admit-sign-in.ts'
import { findFacts, findRightHash } from '../../records/proofs/password-check.ts'

/**
 * Proves by their password who acts in a session; the proof is that session's alone.
 * @throws PortalError 400 without a password, 403 for a wrong one and where a code is missing, 429 after too many of those, here and at sign-in.
 */
export async function proveIdentity(context: PersonContext, password: string): Promise<void> {
  const { person, session } = context.actor
  const { passwordHash, attempt } = await checkOwnPassword(context, password)
  const isProven = await context.database.kysely.transaction().execute(async (transaction) => {
    const proof = { ...session, accountId: person.accountId, passwordHash, now: context.clock.now() }
    if (!(await proveSession(transaction, proof))) return false
    await attempt.refund(transaction)
    const subject = { kind: 'account', id: person.accountId } as const
    await recordAudit(transaction, context, { action: 'identity.proven', subject })
    return true
  })
  if (!isProven) throw wrongPassword(context)
}

/** The hash that the password belongs to; `attempt` still counts as a failure until what it is for has succeeded. */
export type CheckedPassword = { passwordHash: string; attempt: Attempt }

/**
 * Compares the password of whoever is signed in, in the same line and under the same limits as a sign-in: a stolen session
 * guesses no better than a stranger. It counts where a sign-in by it would be done: in a session in which the second factor
 * of an account was not given, the code comes first.
 * @throws PortalError as above, and 403 where the code is missing.
 */
export async function checkOwnPassword(context: PersonContext, password: string): Promise<CheckedPassword> {
  if (!password) throw failure(ENTER_PASSWORD)
  const { caller, person, session } = context.actor
  const place = { network: ownNetworkOf(caller), browserHash: null }
  const { account, isKnownNetwork } = await findFacts(context, parseEmail(person.email), place)
  const { email: username } = person
  const attempt = await admitSignIn(context, { username, isKnownNetwork })
  // The passwords of registrations that wait open nothing here.
  const facts = { account, pendingHashes: [] }
  const passwordHash = await findRightHash(context, { facts, password, attempt })
  if (passwordHash === null) throw wrongPassword(context)
  const { kysely } = context.database
  if (await lacksCode(kysely, { id: session.id, accountId: person.accountId })) {
    await attempt.refund(kysely)
    throw failure(SECOND_FACTOR_REQUIRED)
  }
  return { passwordHash, attempt }
}

/** Told in the log as a failed sign-in is. */
export function wrongPassword({ log, actor: { caller, person } }: PersonContext): PortalError {
  log.warn({ ...caller, accountId: person.accountId }, 'A proof of identity failed.')
  return failure(WRONG_PASSWORD)
}
