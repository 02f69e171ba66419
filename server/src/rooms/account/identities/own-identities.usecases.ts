import {
  ALREADY_JOINED,
  ACCESS_FROM_ISSUER,
  IDENTITY_NOT_FOUND,
  LAST_WAY_IN,
  NO_PENDING_IDENTITY,
} from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Identity } from '@portal/contract/sign-in/single-sign-on.ts'
import { failure } from '../../../engines/http/errors.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import {
  readIssuerToJoin,
  takeIdentityToJoin,
} from '../../../records/accounts/identities/identity-to-join.repository.ts'
import { insertIdentity } from '../../../records/accounts/identities/identity.repository.ts'
import {
  deleteIdentity,
  hasOwnWayIn,
  readOwnIdentities,
  type OwnIdentityRow,
} from '../../../records/accounts/identities/own-identities.repository.ts'
import { endSessionsOfIdentity } from '../../../records/sessions/session-identity.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { PersonContext } from '../../../records/context.ts'
import { idOfIssuer, nameOfIssuer } from '../../../records/proofs/issuers.ts'

/** Lists the user's own identities at issuers, newest first. */
export async function listOwnIdentities({ database, actor, settings }: PersonContext): Promise<Identity[]> {
  const { accountId } = actor.person
  const rows = await readOwnIdentities(database.kysely, accountId)
  const waysIn = { own: rows, hasOwn: await hasOwnWayIn(database.kysely, accountId), settings }
  return rows.map((row) => ({
    id: row.id,
    name: nameOfIssuer(settings, row.issuer),
    issuer: idOfIssuer(settings, row.issuer),
    joined: row.joinedAt.toISOString(),
    lastUsed: row.lastUsedAt.toISOString(),
    stays: whyItStays(row, waysIn),
  }))
}

type WaysIn = {
  readonly own: readonly OwnIdentityRow[]
  /** Whether the user has a password or a passkey. */
  readonly hasOwn: boolean
  readonly settings: PersonContext['settings']
}

/** The reason why the identity cannot be removed; null if it can. */
function whyItStays({ id, givesAccess }: OwnIdentityRow, { own, hasOwn, settings }: WaysIn) {
  if (givesAccess) return 'gives access'
  const hasOther = own.some((other) => other.id !== id && idOfIssuer(settings, other.issuer) !== null)
  return hasOther || hasOwn ? null : 'only way in'
}

/**
 * Returns the issuer name of the identity that is pending in this browser and that the user could join to their
 * account. Null without one, or if the account already has an identity of that issuer.
 */
export async function nameIdentityToJoin(
  { database, actor, clock, settings }: PersonContext,
  browserHash: Buffer | null,
): Promise<string | null> {
  if (!browserHash) return null
  const { accountId } = actor.person
  const waiting = { browserHash, accountId, now: clock.now() }
  const issuer = await readIssuerToJoin(database.kysely, waiting)
  if (issuer === undefined) return null
  const own = await readOwnIdentities(database.kysely, accountId)
  return own.some((identity) => identity.issuer === issuer) ? null : nameOfIssuer(settings, issuer)
}

/**
 * Joins the identity that is pending in this browser to the user's account. The issuer's rules do not apply: the
 * account keeps the access it has. Returns the issuer's name.
 * @throws PortalError 409 if no identity is pending here for this account, or if it already has an identity of that
 * issuer. An email address may have passed to another person, who must not get into the first holder's account.
 */
export async function joinIdentity(context: PersonContext, browserHash: Buffer | null): Promise<string> {
  const { accountId, email } = context.actor.person
  if (!browserHash) throw failure(NO_PENDING_IDENTITY)
  const now = context.clock.now()
  const name = await context.database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const waiting = await takeIdentityToJoin(transaction, { browserHash, accountId, now })
    const own = await readOwnIdentities(transaction, accountId)
    if (waiting && own.some(({ issuer }) => issuer === waiting.issuer)) {
      throw failure(ALREADY_JOINED, { values: { name: nameOfIssuer(context.settings, waiting.issuer) } })
    }
    const id = waiting && (await insertIdentity(transaction, { ...waiting, accountId, given: null, now }))
    if (!waiting || id === null) throw failure(NO_PENDING_IDENTITY)
    const issuer = nameOfIssuer(context.settings, waiting.issuer)
    await recordAudit(transaction, context, {
      action: 'sign_in.joined',
      subject: { kind: 'account', id: accountId },
      after: { issuer },
    })
    await mailSignInChange(transaction, context, { email, change: 'sign-in-joined' })
    return issuer
  })
  context.jobs.wake()
  return name
}

/**
 * Removes one of the user's own identities, which can then no longer sign in.
 * @throws PortalError 404 for a removed identity or another user's; 409 if no way to sign in would remain, or if the
 * user's access comes from this identity.
 */
export async function removeOwnIdentity(context: PersonContext, id: number): Promise<void> {
  const { accountId, email } = context.actor.person
  const { settings } = context
  await context.database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const own = await readOwnIdentities(transaction, accountId)
    const removed = own.find((identity) => identity.id === id)
    if (!removed) throw failure(IDENTITY_NOT_FOUND)
    const hasOwn = await hasOwnWayIn(transaction, accountId)
    const reason = whyItStays(removed, { own, hasOwn, settings })
    if (reason) throw failure(reason === 'gives access' ? ACCESS_FROM_ISSUER : LAST_WAY_IN)
    await endSessionsOfIdentity(transaction, { identityId: id, ownSessionId: context.actor.session.id })
    await deleteIdentity(transaction, id)
    await recordAudit(transaction, context, {
      action: 'sign_in.removed',
      subject: { kind: 'account', id: accountId },
      before: { issuer: nameOfIssuer(settings, removed.issuer) },
    })
    await mailSignInChange(transaction, context, { email, change: 'sign-in-removed' })
  })
  context.jobs.wake()
}
