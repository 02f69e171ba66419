import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { ActPosition } from './act-position.ts'
import type { ActSubject } from './act-subject.ts'

export type OwnActRow = ActSubject & {
  readonly id: string
  readonly at: Date
  readonly action: string
  readonly actorKind: string
  readonly cameFrom: string
}

type ActsQuestion = { accountId: number; email: string; before: ActPosition | null; most: number }

/** The actions of an account, newest first. Also filters by its address, because the index of records uses it. */
export async function readActsOf(
  db: Kysely<DB>,
  { accountId, email, before, most }: ActsQuestion,
): Promise<OwnActRow[]> {
  let query = db
    .selectFrom('audit_record')
    .selectAll()
    .where('actor_name', '=', email)
    .where(ofAccount(accountId))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (before) query = query.where(sql<boolean>`(at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`)
  return db
    .selectFrom(query.as('r'))
    .leftJoin('account as subject', (join) => join.on('subject.id', '=', SUBJECT_ACCOUNT))
    .leftJoin('county', 'county.id', 'r.county_id')
    .select([
      'r.id',
      'r.at',
      'r.action',
      'r.actor_kind as actorKind',
      'r.came_from as cameFrom',
      'r.before',
      'r.after',
    ])
    .select(['r.subject_kind as subjectKind', 'r.subject_id as subjectId'])
    .select(['subject.email as subjectEmail', 'county.name as countyName'])
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
}

/** Older records may name an account by its address. */
const SUBJECT_ACCOUNT = sql<number>`
  CASE WHEN r.subject_kind = 'account' AND r.subject_id ~ '^[1-9][0-9]{0,8}$' THEN r.subject_id::integer END`

/**
 * Nearly all actions under an address belong to one account. The planner would treat the two columns as independent,
 * expect a record or two, and read all of a person's years for one page. CASE prevents that.
 */
function ofAccount(id: number) {
  return sql<boolean>`CASE WHEN account_id = ${id} THEN true END`
}
