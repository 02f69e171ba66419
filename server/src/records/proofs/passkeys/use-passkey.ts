import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { lockUsablePasskey, recordPasskeyUse } from '../../accounts/passkeys/passkey.repository.ts'
import { mailSignInChange } from '../../accounts/notices/enqueue-notices.ts'
import { recordAudit } from '../../audit/record.ts'
import type { ActorContext } from '../../access/context.ts'
import type { CheckedPasskey } from './check-assertion.ts'

/**
 * Records the use of a passkey, and locks it and its account until the transaction ends. Returns false if the passkey
 * was removed, its person may not sign in, or its counter did not increase. A counter that did not increase means that
 * a key of only one device has been copied. This is recorded, and the person gets an email.
 */
export async function usePasskey(
  transaction: Transaction<DB>,
  context: Pick<ActorContext, 'actor' | 'clock' | 'log' | 'jobs' | 'settings'>,
  { passkey, state }: CheckedPasskey,
): Promise<boolean> {
  const kept = await lockUsablePasskey(transaction, passkey.id)
  if (!kept) return false
  if (hasGoneBack(kept.signCount, state.signCount)) {
    context.log.warn(
      { accountId: kept.accountId, passkeyId: kept.id, kept: kept.signCount, said: state.signCount },
      'A passkey was refused: its count went back, so there may be a copy of it.',
    )
    await recordAudit(transaction, context, {
      action: 'passkey.found_copied',
      subject: { kind: 'account', id: kept.accountId },
      before: { passkeyId: kept.id, signCount: kept.signCount },
      after: { signCount: state.signCount },
    })
    await mailSignInChange(transaction, context, { email: kept.email, change: 'passkey-found-copied' })
    return false
  }
  await recordPasskeyUse(transaction, { id: kept.id, ...state, now: context.clock.now() })
  return true
}

/** Web Authentication, section 7.2, step 22: devices without a counter always send 0. */
function hasGoneBack(kept: number, said: number): boolean {
  return (kept !== 0 || said !== 0) && said <= kept
}
