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
 * Proves the user's identity by password. The proof counts for this session only.
 * @throws PortalError 400 without a password, 403 for a wrong one or a missing code, 429 after too many failures here
 * and at sign-in.
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

/** The hash that matches the password. `attempt` counts as a failure until the action it is for has succeeded. */
export type CheckedPassword = { passwordHash: string; attempt: Attempt }

/**
 * Checks the signed-in user's password in the same queue and under the same limits as a sign-in, so that a stolen
 * session cannot guess better than a stranger. The password is enough only where it would complete a sign-in: if the
 * account has a second factor that this session has not passed, the code comes first.
 * @throws PortalError as above, and 403 if the code is missing.
 */
export async function checkOwnPassword(context: PersonContext, password: string): Promise<CheckedPassword> {
  if (!password) throw failure(ENTER_PASSWORD)
  const { caller, person, session } = context.actor
  const place = { network: ownNetworkOf(caller), browserHash: null }
  const { account, isKnownNetwork } = await findFacts(context, parseEmail(person.email), place)
  const { email: username } = person
  const attempt = await admitSignIn(context, { username, isKnownNetwork })
  // Passwords of pending registrations do not count here.
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

/** Logs the failure in the same way as a failed sign-in. */
export function wrongPassword({ log, actor: { caller, person } }: PersonContext): PortalError {
  log.warn({ ...caller, accountId: person.accountId }, 'A proof of identity failed.')
  return failure(WRONG_PASSWORD)
}
