import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { AuditRecord, DB } from '../../engines/database/generated/db.d.ts'

/** What the writer supplies for a record. The chain adds the rest. */
export type NewAuditRow = Omit<
  Selectable<AuditRecord>,
  'id' | 'chain' | 'sequence' | 'hash' | 'previous_hash' | 'at' | 'before' | 'after'
> & { at: string; before: object | null; after: object | null }

/** Appends records, in their order, to a chain that no other transaction is writing to. Never blocks. */
export async function appendAuditRecords(
  transaction: Transaction<DB>,
  rows: readonly NewAuditRow[],
): Promise<void> {
  await sql`SELECT append_audit_records(${JSON.stringify(rows)}::jsonb)`.execute(transaction)
}

type Months = { first: Date; last: Date }

/** Gives each month from `first` to `last`, both included, its own partition. */
export async function addAuditMonths(db: Kysely<DB>, { first, last }: Months): Promise<void> {
  await sql`SELECT add_audit_months(${first.toISOString()}::timestamptz, ${last.toISOString()}::timestamptz)`.execute(
    db,
  )
}

/** The same, for a database where the portal's role has no table rights yet. */
export async function addAuditMonthsAsOwner(owner: Pool, { first, last }: Months): Promise<void> {
  await owner.query('SELECT add_audit_months($1, $2)', [first, last])
}
