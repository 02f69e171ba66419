import { LAST_SECOND_FACTOR } from '@portal/contract/code-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { readOwnPasskeys } from '../../records/accounts/passkeys/own-passkeys.repository.ts'
import { hasSecondFactor } from '../../records/accounts/second-factor/second-factor.repository.ts'
import type { PersonContext } from '../../records/context.ts'

/**
 * Sees that something is left, where a role has to sign in with a second factor. The account is held, so that of two who
 * remove one each, one is refused.
 * @throws PortalError 409 where nothing is.
 */
export async function keepAFactor(
  { settings, actor }: Pick<PersonContext, 'settings' | 'actor'>,
  transaction: Transaction<DB>,
): Promise<void> {
  const { accountId, role } = actor.person
  if (!settings.secondFactorRequired.has(role)) return
  if (await hasSecondFactor(transaction, accountId)) return
  if ((await readOwnPasskeys(transaction, accountId)).length === 0) throw failure(LAST_SECOND_FACTOR)
}
