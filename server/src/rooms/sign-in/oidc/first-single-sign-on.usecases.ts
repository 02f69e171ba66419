import { WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { parseNewEmail } from '@portal/contract/people/new-email.ts'
import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import { INVITED_ONLY, NO_ACCESS_GRANTED } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { ownNetworkOf } from '../../../engines/http/network.ts'
import { asProven } from '../../../records/access/actor.ts'
import { findAccount } from '../../../records/accounts/base/accounts.repository.ts'
import { addVouchedAccount } from '../../../records/accounts/accounts.usecases.ts'
import { storeIdentityToJoin } from '../../../records/accounts/identities/identity-to-join.repository.ts'
import {
  insertIdentity,
  type GrantedAccess,
} from '../../../records/accounts/identities/identity.repository.ts'
import {
  hasOwnWayIn,
  readOwnIdentities,
} from '../../../records/accounts/identities/own-identities.repository.ts'
import { rememberNetwork } from '../../../records/accounts/known-networks.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { isPlainName, tidyName } from '@portal/contract/plain-name.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { isMisleadingName } from '../../../records/accounts/misleading-name.ts'
import { openSession } from '../open-session.ts'
import { accessFromClaims, requireVouchedAddress } from './access-of-claims.ts'
import { SINGLE_SIGN_ON_LIFETIME_MS } from './begin-single-sign-on.usecases.ts'
import { singleSignOnBy, type Arrival, type SingleSignOnEnd } from './arrival.ts'

/**
 * Handles a person whom the issuer names for the first time: creates an account, or asks for proof of the existing
 * account of the address. Reveals nothing about that account before the issuer has verified the address.
 * @throws PortalError 403 if the issuer has no authority over the address, if its rules grant nothing, or if the
 * account is only invited and has no way to prove it; 401 for a disabled account.
 */
export async function meetFirstTime(context: AnonymousContext, arrival: Arrival): Promise<SingleSignOnEnd> {
  const { issuer, told, browserHash, attempt } = arrival
  const { kysely } = context.database
  const { address: email } = requireVouchedAddress(told.claims, issuer)
  const account = await findAccount(kysely, email)
  if (!account) {
    const given =
      parseNewEmail(email) && (await accessFromClaims(kysely, { claims: told.claims, issuer, before: null }))
    if (!given) throw failure(NO_ACCESS_GRANTED, { values: { name: issuer.name } })
    return makeAccount(context, arrival, { email, given })
  }
  if (account.isDisabled) throw failure(WRONG_SIGN_IN)
  const canProve =
    (await hasOwnWayIn(kysely, account.id)) || (await readOwnIdentities(kysely, account.id)).length > 0
  if (!canProve) throw failure(INVITED_ONLY)
  await storeIdentityToJoin(kysely, {
    browserHash,
    accountId: account.id,
    issuer: issuer.issuer,
    subject: told.subject,
    expiresAt: new Date(context.clock.now().getTime() + SINGLE_SIGN_ON_LIFETIME_MS),
  })
  await attempt.refund(kysely)
  return { kind: 'join' }
}

async function makeAccount(
  context: AnonymousContext,
  arrival: Arrival,
  { email, given }: { email: string; given: GrantedAccess },
): Promise<SingleSignOnEnd> {
  const { issuer, told, browser, attempt } = arrival
  const issuing = { ...context, actor: { kind: 'job', name: `single sign-on with ${issuer.name}` } as const }
  const token = await addVouchedAccount(
    issuing,
    { email, name: nameIn(told.claims['name'], context.settings), ...given },
    async (transaction, { userID: accountId }) => {
      const now = context.clock.now()
      const { subject, idToken } = told
      const id = await insertIdentity(transaction, { issuer: issuer.issuer, subject, accountId, given, now })
      // Another sign-in has stored this identity meanwhile. The next sign-in finds it.
      if (id === null) throw failure(NO_ACCESS_GRANTED, { values: { name: issuer.name } })
      const who = asProven(context, { accountId, email })
      const of = { kind: 'account', id: accountId } as const
      await recordAudit(transaction, who, {
        action: 'sign_in.joined',
        subject: of,
        after: { issuer: issuer.name },
      })
      await mailSignInChange(transaction, who, { email, change: 'account-made' })
      await rememberNetwork(transaction, { accountId, network: ownNetworkOf(context.actor.caller), now })
      const by = singleSignOnBy(arrival)
      const session = { account: { accountId, email }, by, identity: { id, idToken }, attempt, ...browser }
      return openSession(transaction, context, session)
    },
  )
  return { kind: 'session', token }
}

/** Returns the person's name from the issuer if it is plain and not misleading. The person can change it. */
function nameIn(claim: unknown, firm: Pick<Settings, 'company'>): string {
  if (typeof claim !== 'string') return ''
  const name = Array.from(tidyName(claim)).slice(0, MAX_NAME_CHARACTERS).join('').trim()
  return isPlainName(name) && !isMisleadingName(name, firm) ? name : ''
}
