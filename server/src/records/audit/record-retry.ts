import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { recordAudit, type AuditContext } from './record.ts'

/** Leaves a record that dead jobs were brought back: how many of each kind. */
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
