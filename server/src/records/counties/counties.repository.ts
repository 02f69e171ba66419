import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A county with the people who may register for it. */
export type CountyRow = {
  id: number
  name: string
  number: string | null
  domains: string[]
  addresses: string[]
  /** The firm's contacts there. */
  contacts: string
  /** What its people usually miss, in its order. */
  points: string[]
  /** When it was closed; null while it is open. */
  closedAt: Date | null
}

function selectCounties(db: Kysely<DB>) {
  return db
    .selectFrom('county')
    .select(['county.id', 'county.name', 'county.number', 'county.contacts', 'county.closed_at as closedAt'])
    .select([
      sql<string[]>`ARRAY(
        SELECT domain FROM county_email_domain WHERE county_id = county.id ORDER BY domain COLLATE "C"
      )`.as('domains'),
      sql<string[]>`ARRAY(
        SELECT address FROM county_email_address WHERE county_id = county.id ORDER BY address COLLATE "C"
      )`.as('addresses'),
      sql<string[]>`ARRAY(
        SELECT text FROM county_question_point WHERE county_id = county.id ORDER BY position
      )`.as('points'),
    ])
}

export async function readCounties(db: Kysely<DB>): Promise<CountyRow[]> {
  return selectCounties(db)
    .orderBy(sql`county.name COLLATE "und-x-icu"`)
    .execute()
}

/** The ids of all counties, open and closed. */
export async function readCountyIds(db: Kysely<DB>): Promise<number[]> {
  const rows = await db.selectFrom('county').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Counties that are open for registration, by name. */
export async function readOpenCounties(db: Kysely<DB>): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('county')
    .select(['county.id', 'county.name'])
    .where('county.closed_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('county_email_domain').whereRef('county_id', '=', 'county.id')),
        exists(selectFrom('county_email_address').whereRef('county_id', '=', 'county.id')),
      ]),
    )
    .orderBy(sql`county.name COLLATE "und-x-icu"`)
    .execute()
}

/** Counties, open and closed, whose list contains an address or its domain. */
export async function listCountiesOfEmail(
  db: Kysely<DB>,
  { address, domain }: { readonly address: string; readonly domain: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT county_id AS id FROM county_email_domain WHERE domain = ${domain}
    UNION SELECT county_id FROM county_email_address WHERE address = ${address}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findCounty(db: Kysely<DB>, id: number): Promise<CountyRow | undefined> {
  return selectCounties(db).where('county.id', '=', id).executeTakeFirst()
}

/** Of the counties with these numbers, the ids of open ones, and of closed ones that are in `kept`. */
export async function findCountiesToGive(
  db: Kysely<DB>,
  { numbers, kept }: { numbers: readonly string[]; kept: readonly number[] },
): Promise<number[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('county')
    .select('id')
    .where('number', 'in', numbers)
    .where((row) => row.or([row('closed_at', 'is', null), sql<boolean>`id = ANY(${kept}::integer[])`]))
    .orderBy('number')
    .execute()
  return rows.map(({ id }) => id)
}

/** A county by id if the text is a number, else by its exact name. No county's name is a number. */
export async function findCountyByIdOrName(db: Kysely<DB>, text: string): Promise<CountyRow | undefined> {
  if (!/^\d+$/.test(text)) return selectCounties(db).where('county.name', '=', text).executeTakeFirst()
  return selectCounties(db)
    .where(sql<string>`county.id::text`, '=', text)
    .executeTakeFirst()
}

/**
 * The only county with that name, however it is written. Finds none if two counties have shared it since before names
 * were unique.
 */
export async function findCountyByName(db: Kysely<DB>, name: string): Promise<CountyRow | undefined> {
  const alike = await selectCounties(db)
    .where(sql<boolean>`search_text(county.name) = search_text(${name})`)
    .execute()
  return alike.length === 1 ? alike[0] : undefined
}

/** The counties that these texts name, each found by `findCountyByIdOrName`, else by `findCountyByName`. */
export async function findMatchingCounties(
  db: Kysely<DB>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Pick<CountyRow, 'id' | 'name'>>> {
  if (texts.length === 0) return new Map()
  const { rows } = await sql<{ text: string; id: number; name: string }>`
    WITH wanted AS (
      SELECT DISTINCT text FROM unnest(${texts}::text[]) AS text
    ), exact AS (
      SELECT text, county.id, county.name FROM wanted
      JOIN county ON CASE WHEN text ~ '^[0-9]+$' THEN county.id::text = text ELSE county.name = text END
    ), alike AS (
      SELECT text, min(county.id) AS id, min(county.name) AS name FROM wanted
      JOIN county ON search_text(county.name) = search_text(text)
      GROUP BY text HAVING count(*) = 1
    )
    SELECT * FROM exact
    UNION ALL SELECT * FROM alike WHERE NOT EXISTS (SELECT 1 FROM exact WHERE exact.text = alike.text)`.execute(
    db,
  )
  return new Map(rows.map(({ text, ...county }) => [text, county]))
}

/** Counties that have shared a name since before names were unique: each group by id. */
export async function findDuplicateNames(db: Kysely<DB>): Promise<{ names: string[] }[]> {
  const { rows } = await sql<{ names: string[] }>`
    SELECT array_agg(id || ' ' || name ORDER BY id) AS names FROM county
    GROUP BY search_text(name) HAVING count(*) > 1 ORDER BY min(id)`.execute(db)
  return rows
}

export async function insertCounty(
  transaction: Transaction<DB>,
  county: Pick<CountyRow, 'name' | 'number' | 'contacts'> & { createdAt: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('county')
    .values({
      name: county.name,
      number: county.number,
      contacts: county.contacts,
      created_at: county.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The county, locked against changes until the transaction ends. */
export async function findCountyForKeyShare(
  transaction: Transaction<DB>,
  id: number,
): Promise<CountyRow | undefined> {
  // The lists are in separate tables. Reading after the lock sees the changes that we waited for.
  await transaction.selectFrom('county').select('id').where('id', '=', id).forKeyShare().execute()
  return findCounty(transaction, id)
}

/** Whether the county is closed now. */
export async function isClosed(db: Kysely<DB>, id: number): Promise<boolean> {
  const county = await db.selectFrom('county').select('closed_at').where('id', '=', id).executeTakeFirst()
  return county !== undefined && county.closed_at !== null
}

/** Whether it is closed. The lock blocks closing and reopening until the transaction ends. */
export async function isClosedForNow(transaction: Transaction<DB>, id: number): Promise<boolean> {
  const county = await transaction
    .selectFrom('county')
    .select('closed_at')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return county !== undefined && county.closed_at !== null
}

/** Locks the county until the transaction ends. */
export async function lockCounty(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.selectFrom('county').select('id').where('id', '=', id).forUpdate().execute()
}

export async function updateCounty(
  transaction: Transaction<DB>,
  { id, name, number, contacts, closedAt }: CountyRow,
): Promise<void> {
  const values = { name, number, contacts, closed_at: closedAt }
  await transaction.updateTable('county').set(values).where('id', '=', id).execute()
}

/** Replaces the email domains and addresses that may register for the county. */
export async function replaceAllowedEmails(
  transaction: Transaction<DB>,
  countyId: number,
  { domains, addresses }: Pick<CountyRow, 'domains' | 'addresses'>,
): Promise<void> {
  await transaction.deleteFrom('county_email_domain').where('county_id', '=', countyId).execute()
  await transaction.deleteFrom('county_email_address').where('county_id', '=', countyId).execute()
  if (domains.length > 0) {
    const rows = domains.map((domain) => ({ county_id: countyId, domain }))
    await transaction.insertInto('county_email_domain').values(rows).execute()
  }
  if (addresses.length > 0) {
    const rows = addresses.map((address) => ({ county_id: countyId, address }))
    await transaction.insertInto('county_email_address').values(rows).execute()
  }
}
