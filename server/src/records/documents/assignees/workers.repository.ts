import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Person } from '../../access/actor.ts'

/** Whether the account `alias` sees documents of a county of the reader. Administrators see every county. */
export function sharesCounty({ counties }: Pick<Person, 'counties'>, alias: string): RawBuilder<boolean> {
  if (counties === 'all') return sql`true`
  return sql`(${sql.ref(`${alias}.role`)} = 'administrator' OR EXISTS (
    SELECT FROM membership AS m
    WHERE m.account_id = ${sql.ref(`${alias}.id`)} AND m.county_id = ANY (${counties}::integer[])))`
}

/** A person to whom the reader may assign documents of their counties; undefined for others. */
export async function findKnownWorker(
  db: Kysely<DB>,
  accountId: number,
  reader: Pick<Person, 'counties'>,
): Promise<{ readonly email: string } | undefined> {
  return db
    .selectFrom('account as a')
    .where('a.id', '=', accountId)
    .where('a.disabled_at', 'is', null)
    .where('a.confirmed_at', 'is not', null)
    .where(sharesCounty(reader, 'a'))
    .select('a.email')
    .executeTakeFirst()
}
