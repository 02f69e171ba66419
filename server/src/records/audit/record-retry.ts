import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { RetriedMail } from '../../engines/mail/enqueue-mail.ts'
import { recordAudit, type AuditContext } from './record.ts'

/** Records that jobs are retried, with the count of each kind. */
export async function recordRetry(
  transaction: Transaction<DB>,
  context: AuditContext,
  retried: readonly { readonly kind: string; readonly count: number }[],
): Promise<void> {
  const after = Object.fromEntries(retried.map(({ kind, count }) => [kind, count]))
  await recordAudit(transaction, context, {
    action: 'jobs.retried',
    subject: { kind: 'portal', id: 'jobs' },
    after,
  })
}

/** Records that a permanently rejected mail is sent again, or dropped because it is out of date. */
export async function recordMailRetry(
  transaction: Transaction<DB>,
  context: AuditContext,
  { kind, recipient, isOutOfDate }: RetriedMail,
): Promise<void> {
  await recordAudit(transaction, context, {
    action: isOutOfDate ? 'mail.dropped' : 'mail.retried',
    subject: { kind: 'portal', id: 'mail' },
    after: { kind, recipient },
  })
}
