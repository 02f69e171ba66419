import { PASSKEY_NOT_FOUND, type Passkey } from '@portal/contract/sign-in/passkeys.ts'
import { failure } from '../../../engines/http/errors.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import {
  deletePasskey,
  lockOwnPasskey,
  readOwnPasskeys,
  setPasskeyName,
} from '../../../records/accounts/passkeys/own-passkeys.repository.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../../records/context.ts'
import { readName } from '../read-name.ts'
import { requireRemainingFactor } from '../remaining-factor.ts'
import { requireRemainingWayIn } from '../remaining-way-in.ts'
import { nameOfBrowser, toPasskey } from './passkeys.models.ts'

/** Lists the user's own passkeys, newest first. */
export async function listOwnPasskeys({ database, actor }: PersonContext): Promise<Passkey[]> {
  return (await readOwnPasskeys(database.kysely, actor.person.accountId)).map(toPasskey)
}

type Renaming = { id: number; name: string; userAgent: string | null }

/**
 * Renames one of the user's own passkeys.
 * @throws PortalError 400 for an invalid name, 404 for a removed passkey or another user's.
 */
export async function renameOwnPasskey(
  context: PersonContext,
  { id, name: typed, userAgent }: Renaming,
): Promise<Passkey> {
  const { accountId } = context.actor.person
  const name = readName(typed, context.settings) || nameOfBrowser(userAgent)
  await admitAttempt(context, repeatedActLimits(context.actor, 'way of signing in'))
  return context.database.kysely.transaction().execute(async (transaction) => {
    const kept = await lockOwnPasskey(transaction, { id, accountId })
    if (!kept) throw failure(PASSKEY_NOT_FOUND)
    if (kept.name !== name) {
      await setPasskeyName(transaction, { id, name })
      await recordAudit(transaction, context, {
        action: 'passkey.renamed',
        subject: { kind: 'account', id: accountId },
        before: { passkeyId: id, name: kept.name },
        after: { passkeyId: id, name },
      })
    }
    return toPasskey({ ...kept, name })
  })
}

/**
 * Removes one of the user's own passkeys.
 * @throws PortalError 404 for a removed passkey or another user's; 409 if nothing else signs the user in, or if their
 * role requires a second factor and this is the last one.
 */
export async function removeOwnPasskey(context: PersonContext, id: number): Promise<void> {
  const { accountId, email } = context.actor.person
  await admitAttempt(context, repeatedActLimits(context.actor, 'way of signing in'))
  await context.database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const kept = await lockOwnPasskey(transaction, { id, accountId })
    if (!kept) throw failure(PASSKEY_NOT_FOUND)
    await deletePasskey(transaction, id)
    await requireRemainingWayIn(context, transaction)
    await requireRemainingFactor(context, transaction)
    await recordAudit(transaction, context, {
      action: 'passkey.removed',
      subject: { kind: 'account', id: accountId },
      before: { passkeyId: id, name: kept.name },
    })
    await mailSignInChange(transaction, context, { email, change: 'passkey-removed' })
  })
  context.jobs.wake()
}
