import type { Account } from '@portal/contract/account/account.ts'
import { readOwnAccount, setName } from '../../records/accounts/own-account.repository.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { readName } from './read-name.ts'

/** The account data that the user sees on their account screen. */
export async function readOwnAccountScreen({ database, actor: { person } }: PersonContext): Promise<Account> {
  const { name, passwordChangedAt } = await readOwnAccount(database.kysely, person.accountId)
  return {
    username: person.email,
    name: name || null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
  }
}

/**
 * Sets the user's name; white space alone clears it.
 * @throws PortalError 400 for more than 100 characters or text that is not one plain line, 429 after too many changes.
 */
export async function updateOwnName(context: PersonContext, typed: string | null): Promise<Account> {
  const { accountId } = context.actor.person
  const name = readName(typed ?? '', context.settings)
  await admitAttempt(context, repeatedActLimits(context.actor, 'own name'))
  await context.database.kysely.transaction().execute(async (transaction) => {
    const before = await setName(transaction, { accountId, name })
    if (before === name) return
    await recordAudit(transaction, context, {
      action: 'account.named',
      subject: { kind: 'account', id: accountId },
      before: { name: before },
      after: { name },
    })
  })
  return readOwnAccountScreen(context)
}
