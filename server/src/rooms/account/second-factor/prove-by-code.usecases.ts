import { WRONG_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { recordProof } from '../../../records/sessions/own-sessions.repository.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { PersonContext } from '../../../records/context.ts'
import { admitCode, readCode, spendCode } from '../../../records/proofs/spend-code.ts'

/**
 * Proves the user's identity by a second-factor code. The proof counts for this session only.
 * @throws PortalError 400 without a code, 403 for an invalid one, 429 after too many invalid ones.
 */
export async function proveByCode(context: PersonContext, typed: string): Promise<void> {
  const { person, session, caller } = context.actor
  const { accountId } = person
  const code = readCode(typed)
  const attempt = await admitCode(context, person)
  const now = context.clock.now()
  await context.database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const spent = await spendCode(transaction, { accountId, code, now })
    const proof = { id: session.id, accountId, given: 'code', now } as const
    if (spent === null || !(await recordProof(transaction, proof))) {
      context.log.warn({ ...caller, accountId }, 'A proof of identity failed.')
      throw failure(WRONG_CODE)
    }
    await attempt.refund(transaction)
    const subject = { kind: 'account', id: accountId } as const
    if (spent === 'recovery code') {
      await recordAudit(transaction, context, { action: 'recovery_code.used', subject })
      await mailSignInChange(transaction, context, { email: person.email, change: 'recovery-code-given' })
    }
    await recordAudit(transaction, context, { action: 'identity.proven', subject, after: { by: spent } })
  })
  context.jobs.wake()
}
