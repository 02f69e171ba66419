import { sql, type RawBuilder } from 'kysely'
import type { Counties } from '../access/actor.ts'
import { ROLES_IN_COUNTIES } from '../access/county.policy.ts'

/** Restricts a query to the accounts `alias` that a person of these counties may know, by the same rule as `mayKnow`. */
export function isKnownIn(counties: Counties, alias: string): RawBuilder<boolean> {
  if (counties === 'all') return sql`true`
  return sql`(${isOutsideFirm(alias)} AND EXISTS (
    SELECT FROM membership AS m
    WHERE m.account_id = ${sql.ref(`${alias}.id`)} AND m.county_id = ANY (${counties}::integer[])))`
}

/** Whether the account `alias` is not one of the firm. */
export function isOutsideFirm(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.role`)} = ANY (${ROLES_IN_COUNTIES}::text[])`
}
