import { ENTER_NEW_PASSWORD } from '@portal/contract/account/account.ts'
import { SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import { passwordProblem } from '@portal/contract/sign-in/password.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt, bucketOf, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { lockAccount } from '../../records/accounts/base/accounts.repository.ts'
import { replacePasswordHash } from '../../records/accounts/base/credential.repository.ts'
import { mailPasswordSet } from '../../records/accounts/notices/enqueue-notices.ts'
import { deleteOtherSessions } from '../../records/sessions/own-sessions.repository.ts'
import { requireUnguessablePassword } from '../../records/accounts/passwords/new-password.usecases.ts'
import { closeRegistrationsOfEmail, lockEmail } from '../../records/accounts/base/registration.repository.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { checkOwnPassword, wrongPassword, type CheckedPassword } from './own-password.usecases.ts'
import { renewSession } from '../../records/sessions/session.ts'

type PasswordChange = { currentPassword: string; newPassword: string }

/** Password changes allowed per hour: each one ends all other sessions and sends an email. */
const MAX_PER_HOUR = 5

/**
 * Sets a new password, ends all other sessions, and emails the account owner. Returns this session's new token; the old
 * token stops working. Emailed links stay valid: access to the mailbox outranks access to a session. API tokens stay
 * valid, too: who gave the current password may decide about each (R27.26).
 * @throws PortalError 400 for an unacceptable new password, 403 for a wrong current one, 429 after too many wrong ones
 * or 5 changes in an hour.
 */
export async function changeOwnPassword(context: PersonContext, change: PasswordChange): Promise<string> {
  const { currentPassword, newPassword } = change
  if (!newPassword) throw failure(ENTER_NEW_PASSWORD)
  const problem = passwordProblem(newPassword)
  if (problem) throw failure(problem)
  const checked = await checkOwnPassword(context, currentPassword)
  const newHash = await admitNewPassword(context, newPassword).catch(async (error: unknown) => {
    // The current password was right, so the attempt is not a failure.
    await checked.attempt.refund(context.database.kysely)
    throw error
  })
  const token = await context.database.kysely
    .transaction()
    .execute((transaction) => setPassword(context, transaction, { checked, newHash }))
  if (token === null) throw wrongPassword(context)
  context.jobs.wake()
  return token
}

/** Returns the hash of an acceptable new password, after it counts the attempt. */
async function admitNewPassword(context: PersonContext, password: string): Promise<string> {
  const { accountId, email, ownCounty } = context.actor.person
  await requireUnguessablePassword(context, { password, email, countyName: ownCounty?.name ?? null })
  const bucket = bucketOf('new password of account', String(accountId))
  await admitAttempt(context, [{ bucket, most: MAX_PER_HOUR, withinMs: HOUR_MS }])
  return context.passwordHasher.hash(password)
}

/** Null if the password was changed while this one was being compared. */
async function setPassword(
  context: PersonContext,
  transaction: Transaction<DB>,
  { checked, newHash }: { checked: CheckedPassword; newHash: string },
): Promise<string | null> {
  const { person, session } = context.actor
  const { accountId, email } = person
  const now = context.clock.now()
  await lockEmail(transaction, email)
  await lockAccount(transaction, email)
  const change = { accountId, from: checked.passwordHash, to: newHash, now }
  if (!(await replacePasswordHash(transaction, change))) return null
  const token = await renewSession(transaction, { ...session, accountId, now })
  if (token === null) throw failure(SIGN_IN_FIRST)
  await deleteOtherSessions(transaction, { id: session.id, accountId })
  await closeRegistrationsOfEmail(transaction, email, now)
  await checked.attempt.refund(transaction)
  const subject = { kind: 'account', id: accountId } as const
  await recordAudit(transaction, context, { action: 'password.changed', subject })
  await mailPasswordSet(transaction, context, { email, isStillSignedIn: true, hadTokens: false })
  return token
}
