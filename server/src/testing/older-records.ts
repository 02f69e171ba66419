import type { Transaction } from 'kysely'
import type { DB } from '../engines/database/generated/db.d.ts'
import { addAuditMonths, appendAuditRecords } from '../records/audit/append.repository.ts'
import { toAuditRow, type SignedAct } from '../records/audit/record.ts'

/** Adds records with the facts of another release: fewer than this one, or more. */
export async function recordOlder(transaction: Transaction<DB>, acts: readonly SignedAct[]): Promise<void> {
  const moments = acts.map(({ at }) => at.getTime())
  await addAuditMonths(transaction, {
    first: new Date(Math.min(...moments)),
    last: new Date(Math.max(...moments)),
  })
  await appendAuditRecords(transaction, acts.map(toAuditRow))
}
