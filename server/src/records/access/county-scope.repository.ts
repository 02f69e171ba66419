import { sql, type RawBuilder } from 'kysely'
import type { CountyScope } from './county.policy.ts'

type Condition = RawBuilder<boolean>

/** Restricts a query to the documents of the scope, by the same rule as `maySee`. `alias` names the documents. */
export function scopeCondition(scope: CountyScope, alias: string): Condition {
  if (scope.kind !== 'own') return countyCondition(scope, alias)
  return isOwn(sql`${countyOf(alias)} IS NULL`, { ...scope, alias })
}

/** The same for totals of documents, where county 0 stands for no county. */
export function totalsCondition(scope: CountyScope, alias: string): Condition {
  if (scope.kind !== 'own') return countyCondition(scope, alias)
  return isOwn(sql`${countyOf(alias)} = 0`, { ...scope, alias })
}

/** Restricts a query to rows that always have a county, such as owners. A person without counties sees none. */
export function countyCondition(scope: CountyScope, alias: string): Condition {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'own') return sql`false`
  const [first, ...others] = scope.countyIds
  // A single county by equality, because only then the index of a county has the order of a list.
  return first !== undefined && others.length === 0
    ? sql`${countyOf(alias)} = ${first}::integer`
    : sql`${countyOf(alias)} = ANY (${scope.countyIds}::integer[])`
}

/**
 * Whether the account `account` may sign in and sees the document `document`, by the same rule as `maySee`. For what is
 * about other people than the caller.
 */
export function isSeenBy(account: string, document: string): Condition {
  const [id, countyId] = [sql.ref(`${account}.id`), countyOf(document)]
  const membership = sql`SELECT FROM membership AS sees WHERE sees.account_id = ${id}`
  return sql`(${sql.ref(`${account}.disabled_at`)} IS NULL AND ${sql.ref(`${account}.confirmed_at`)} IS NOT NULL AND (
    ${sql.ref(`${account}.role`)} = 'administrator'
    OR EXISTS (${membership} AND sees.county_id = ${countyId})
    OR ${countyId} IS NULL AND ${sql.ref(`${document}.uploaded_by`)} = ${id} AND NOT EXISTS (${membership})))`
}

function countyOf(alias: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.county_id`)
}

function isOwn(
  hasNoCounty: RawBuilder<unknown>,
  { accountId, alias }: { readonly accountId: number; readonly alias: string },
): Condition {
  return sql`(${hasNoCounty} AND ${sql.ref(`${alias}.uploaded_by`)} = ${accountId}::integer)`
}
