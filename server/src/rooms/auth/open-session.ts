import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Attempt } from '../../engines/throttle/throttle.ts'
import { asProven, type ProvenActor } from '../../records/access/actor.ts'
import { deleteSession, type GivenFactor } from '../../records/accounts/session.repository.ts'
import { hashToken } from '../../records/accounts/token.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { AnonymousContext } from '../../records/context.ts'
import type { SpentCode } from './second-factor/spend-code.ts'
import { startSession } from './session.ts'

/** `oldToken` is the session that the browser held until now; it ends. `attempt` no longer counts. */
type OpenedSession = {
  account: ProvenActor['account']
  by: 'password' | 'passkey' | SpentCode
  oldToken: string | null
  userAgent: string | null
  attempt: Attempt
}

/**
 * Begins the session of somebody who has proved who they are, records that, and returns its token. They are told by mail of a
 * device that is new; wake the jobs after the commit.
 */
export async function openSession(
  transaction: Transaction<DB>,
  context: AnonymousContext,
  { account, by, oldToken, userAgent, attempt }: OpenedSession,
): Promise<string> {
  await attempt.refund(transaction)
  if (oldToken !== null) await deleteSession(transaction, hashToken(oldToken))
  await recordAudit(transaction, asProven(context, account), {
    action: 'session.started',
    subject: { kind: 'account', id: account.accountId },
    ...(by === 'password' ? {} : { after: { by } }),
  })
  return startSession(context, transaction, { ...account, userAgent, givenFactor: givenFactorOf(by) })
}

/** What counts as a second factor where a role has to sign in with one. A passkey does: its device has asked for more. */
function givenFactorOf(by: OpenedSession['by']): GivenFactor | null {
  if (by === 'password') return null
  return by === 'passkey' ? 'passkey' : 'code'
}
