import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { tableOf, type QuotaOwner } from './quota.repository.ts'

/** A day that is full until it ends; `limit` is all that its owner has in one, in bytes. */
export type FullDay = { readonly owner: QuotaOwner; readonly limit: number; readonly until: Date }

/** False where it was known. */
export async function markExhaustedQuota(db: Kysely<DB>, { owner, limit, until }: FullDay): Promise<boolean> {
  const { table, id } = tableOf(owner)
  const { numAffectedRows } = await sql`
    UPDATE ${table} SET full_until = ${until}::timestamptz, full_limit = ${limit}::bigint
    WHERE ${id} = ${owner.id}::integer
      AND (full_until, full_limit) IS DISTINCT FROM (${until}::timestamptz(3), ${limit}::bigint)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Null of a limit that is not set: then no day is full. */
export type Limits = {
  readonly at: Date
  readonly accountLimit: number | null
  readonly countyLimit: number | null
}

export async function readExhaustedQuotas(
  db: Kysely<DB>,
  { at, accountLimit, countyLimit }: Limits,
): Promise<QuotaOwner[]> {
  const { rows } = await sql<QuotaOwner>`
    SELECT 'county' AS kind, county_id AS id FROM county_uploaded_bytes
    WHERE full_until > ${at}::timestamptz AND full_limit = ${countyLimit}::bigint
    UNION ALL
    SELECT 'account' AS kind, account_id AS id FROM uploaded_bytes
    WHERE full_until > ${at}::timestamptz AND full_limit = ${accountLimit}::bigint
    ORDER BY kind, id`.execute(db)
  return rows
}
