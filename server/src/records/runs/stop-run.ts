import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { recordAudit, type AuditContext } from '../audit/record.ts'
import { countPending } from './run-items.repository.ts'
import { endRun, lockRun } from './runs.repository.ts'

type Stop = { readonly number: number; readonly because?: string }

/** Stops a run that is under way, with its audit record; false if none is. What it has changed stays changed. */
export async function stopRunning(
  transaction: Transaction<DB>,
  context: AuditContext,
  { number, because }: Stop,
): Promise<boolean> {
  if ((await lockRun(transaction, number)) !== 'running') return false
  const pending = await countPending(transaction, number)
  await endRun(transaction, number, { state: 'stopped', endedAt: context.clock.now() })
  await recordAudit(transaction, context, {
    action: 'run.stopped',
    subject: { kind: 'run', id: number },
    after: { pending, ...(because !== undefined && { because }) },
  })
  return true
}
