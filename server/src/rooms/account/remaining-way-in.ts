import { LAST_WAY_IN } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import {
  hasOwnWayIn,
  readOwnIdentities,
} from '../../records/accounts/identities/own-identities.repository.ts'
import type { PersonContext } from '../../records/context.ts'
import { idOfIssuer } from '../../records/proofs/issuers.ts'

/**
 * Requires a password, a passkey, or an identity at an issuer that the portal has. The account is locked, so that one of
 * two concurrent removals is rejected.
 * @throws PortalError 409 if the person could not sign in any more.
 */
export async function requireRemainingWayIn(
  { settings, actor }: Pick<PersonContext, 'settings' | 'actor'>,
  transaction: Transaction<DB>,
): Promise<void> {
  const { accountId } = actor.person
  if (await hasOwnWayIn(transaction, accountId)) return
  const own = await readOwnIdentities(transaction, accountId)
  if (!own.some(({ issuer }) => idOfIssuer(settings, issuer) !== null)) throw failure(LAST_WAY_IN)
}
