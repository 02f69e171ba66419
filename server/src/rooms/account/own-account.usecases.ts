import type { Account } from '@portal/contract/account/account.ts'
import { readOwnAccount, setName } from '../../records/accounts/own-account.repository.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { readName } from './read-name.ts'

/** What people see of their account. */
export async function readOwnAccountScreen({ database, actor: { person } }: PersonContext): Promise<Account> {
  const { name, passwordChangedAt } = await readOwnAccount(database.kysely, person.accountId)
  return {
    username: person.email,
    name: name || null,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
  }
}

/**
 * Sets what a person is called; nothing but white space is no name.
 * @throws PortalError 400 for more than 100 characters, and for what is no plain line of text, 429 after too many.
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
