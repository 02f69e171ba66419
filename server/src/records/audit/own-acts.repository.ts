import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { ActPosition } from './act-position.ts'
import type { AuditRow } from './audit.repository.ts'

type ActsQuestion = { accountId: number; email: string; before: ActPosition | null; most: number }

/** What an account did, newest first. By its address too, which is what records are found by. */
export async function readActsOf(
  db: Kysely<DB>,
  { accountId, email, before, most }: ActsQuestion,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit_record')
    .selectAll()
    .where('actor_name', '=', email)
    .where(ofAccount(accountId))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (before) query = query.where(sql<boolean>`(at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`)
  return query.execute()
}

/**
 * All that was done under an address was nearly always done by one account. The planner would take the two for strangers,
 * expect a record or two, and read all of a person's years for one page; behind CASE it cannot.
 */
function ofAccount(id: number) {
  return sql<boolean>`CASE WHEN account_id = ${id} THEN true END`
}
