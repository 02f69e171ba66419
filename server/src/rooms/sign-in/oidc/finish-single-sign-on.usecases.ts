import { WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { NO_ACCESS_GRANTED } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { ownNetworkOf } from '../../../engines/http/network.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { lockAccount } from '../../../records/accounts/base/accounts.repository.ts'
import { applyAccountChange } from '../../../records/accounts/accounts.usecases.ts'
import { insertHalfSession } from '../../../records/sessions/half-session.repository.ts'
import {
  findIdentityId,
  lockUsableIdentity,
  recordIdentityUse,
  type GrantedAccess,
  type IdentityRow,
} from '../../../records/accounts/identities/identity.repository.ts'
import { rememberNetwork } from '../../../records/accounts/known-networks.repository.ts'
import { hasSecondFactor } from '../../../records/accounts/second-factor/second-factor.repository.ts'
import { newToken } from '../../../records/sessions/token.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { openSession } from '../open-session.ts'
import { issuerLimits } from '../../../records/proofs/sign-in.limits.ts'
import { accessFromClaims } from './access-of-claims.ts'
import { meetFirstTime } from './first-single-sign-on.usecases.ts'
import { singleSignOnBy, type Arrival, type Browser, type SingleSignOnEnd } from './arrival.ts'
import {
  consumePendingAuthorization,
  redeemAuthorizationCode,
  type Return,
} from './redeem-authorization-code.ts'

/** The person's access, the access that the rules granted at the last sign-in, and the access that they grant now. */
type Renewal = {
  readonly current: GrantedAccess
  readonly before: GrantedAccess
  readonly now: GrantedAccess
}

/**
 * Signs in the person whom the issuer names. Finds the account by the issuer's subject, never by the address.
 * @throws PortalError 401 and 503 from the issuer, 401 if the person may not sign in, 403 if the rules grant nothing,
 * 429 after very many failures.
 */
export async function finishSingleSignOn(
  context: AnonymousContext,
  { browser, ...returned }: Return & { browser: Browser },
): Promise<SingleSignOnEnd> {
  // Counts only from here on. Otherwise another page could use up a whole network's limit with sign-ins that never
  // began.
  const begun = await consumePendingAuthorization(context, returned)
  const attempt = await admitAttempt(context, issuerLimits(context.actor.caller.address))
  const told = await redeemAuthorizationCode(context, returned, begun)
  const { issuer } = returned
  const arrival = { issuer, told, browserHash: begun.browserHash, browser, attempt }
  const known = { issuer: issuer.issuer, subject: told.subject }
  const id = await findIdentityId(context.database.kysely, known)
  const end = await (id === undefined ? meetFirstTime(context, arrival) : signInAgain(context, id, arrival))
  // A new account, a new device or a new role sends a mail.
  context.jobs.wake()
  return end
}

async function signInAgain(
  context: AnonymousContext,
  id: number,
  arrival: Arrival,
): Promise<SingleSignOnEnd> {
  const { issuer, told, browser, attempt } = arrival
  const end = await context.database.kysely.transaction().execute(async (transaction) => {
    const identity = await lockUsableIdentity(transaction, id)
    if (!identity) throw failure(WRONG_SIGN_IN)
    if (!(await renew(context, transaction, { identity, arrival }))) return null
    const { accountId, email } = identity
    const now = context.clock.now()
    const signedIn = { id, idToken: told.idToken }
    if (!issuer.countsAsSecondFactor && (await hasSecondFactor(transaction, accountId))) {
      await attempt.refund(transaction)
      const { token: halfToken, tokenHash } = newToken()
      await insertHalfSession(transaction, { tokenHash, accountId, identity: signedIn, now })
      return { kind: 'code', halfToken } as const
    }
    await rememberNetwork(transaction, { accountId, network: ownNetworkOf(context.actor.caller), now })
    const by = singleSignOnBy(arrival)
    const session = { account: { accountId, email }, by, identity: signedIn, attempt, ...browser }
    return { kind: 'session', token: await openSession(transaction, context, session) } as const
  })
  if (!end) throw failure(NO_ACCESS_GRANTED, { values: { name: issuer.name } })
  return end
}

/** The access of an account after the rules have withdrawn everything they granted. */
const NOTHING: GrantedAccess = { role: 'user', countyIds: [] }

/**
 * Updates an account to what the issuer's rules grant now. Returns false if they grant nothing anymore. Then it also
 * withdraws the earlier grants, so that neither a password nor an old session keeps them.
 */
async function renew(
  context: AnonymousContext,
  transaction: Transaction<DB>,
  { identity: { id, email, given: before }, arrival }: { identity: IdentityRow; arrival: Arrival },
): Promise<boolean> {
  const { issuer, told } = arrival
  const now = context.clock.now()
  if (before === null) {
    await recordIdentityUse(transaction, { id, given: null, now })
    return true
  }
  const given = await accessFromClaims(transaction, { claims: told.claims, issuer, before })
  const account = await lockAccount(transaction, email)
  if (!account) throw failure(WRONG_SIGN_IN)
  const current = { role: account.role, countyIds: account.counties.map(({ id: countyId }) => countyId) }
  const { change, keep } = reconcileAccess({ current, before, now: given ?? NOTHING })
  if (change) {
    const signed = { ...context, actor: { kind: 'job', name: `single sign-on with ${issuer.name}` } as const }
    await applyAccountChange(signed, transaction, { before: account, change })
  }
  await recordIdentityUse(transaction, { id, given: keep, now })
  return given !== null
}

/**
 * Returns the new access, null if nothing changes, and the grants to remember for the issuer. Changes only what the
 * rules granted: access that people set, removed or changed by hand stays. A role set by hand gets no counties from
 * rules with another role.
 */
export function reconcileAccess({ current, before, now }: Renewal): {
  change: GrantedAccess | null
  keep: GrantedAccess
} {
  const isByHand = current.role !== before.role
  const role = isByHand ? current.role : now.role
  const taken = new Set(before.countyIds.filter((id) => !now.countyIds.includes(id)))
  const added = role === now.role ? now.countyIds.filter((id) => !before.countyIds.includes(id)) : []
  const countyIds = [...new Set([...current.countyIds.filter((id) => !taken.has(id)), ...added])]
  const isSame =
    role === current.role &&
    countyIds.length === current.countyIds.length &&
    countyIds.every((id) => current.countyIds.includes(id))
  const given = [...before.countyIds.filter((id) => !taken.has(id)), ...added]
  const keep = { role: isByHand ? before.role : now.role, countyIds: given }
  return { change: isSame ? null : { role, countyIds }, keep }
}
