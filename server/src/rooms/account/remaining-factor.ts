import { LAST_SECOND_FACTOR } from '@portal/contract/sign-in/code-errors.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { readOwnPasskeys } from '../../records/accounts/passkeys/own-passkeys.repository.ts'
import { hasSecondFactor } from '../../records/accounts/second-factor/second-factor.repository.ts'
import type { PersonContext } from '../../records/context.ts'

type Asking = Pick<PersonContext, 'settings' | 'actor'>

/**
 * Requires a remaining second factor if the role must sign in with one. The account is locked, so that one of two
 * concurrent removals is rejected.
 * @throws PortalError 409 if no factor remains.
 */
export async function requireRemainingFactor(context: Asking, transaction: Transaction<DB>): Promise<void> {
  if (await canRemoveCodes(context, transaction)) return
  if (!(await hasSecondFactor(transaction, context.actor.person.accountId))) throw failure(LAST_SECOND_FACTOR)
}

/** Whether the user may remove app codes: the role needs no second factor, or the user has a passkey. */
export async function canRemoveCodes({ settings, actor }: Asking, database: Kysely<DB>): Promise<boolean> {
  const { accountId, role } = actor.person
  if (!settings.secondFactorRequired.has(role)) return true
  return (await readOwnPasskeys(database, accountId)).length > 0
}
