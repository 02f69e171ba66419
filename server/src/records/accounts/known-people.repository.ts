import { sql, type RawBuilder } from 'kysely'
import type { Counties, Person } from '../access/actor.ts'
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

/** A person who reads names of other people. */
export type NameReader = Pick<Person, 'accountId' | 'counties'>

/** The full name of the account `alias` for the person and for those who know them; else empty (R15.57). */
export function nameKnownTo({ accountId, counties }: NameReader, alias: string): RawBuilder<string> {
  const [id, name] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.full_name`)]
  return sql`CASE WHEN ${id} = ${accountId}::integer OR ${isKnownIn(counties, alias)} THEN ${name} ELSE '' END`
}

/** The same, with the address of the account in place of an empty name. */
export function nameOrAddress(reader: NameReader, alias: string): RawBuilder<string> {
  return sql`coalesce(nullif(${nameKnownTo(reader, alias)}, ''), ${sql.ref(`${alias}.email`)})`
}
