import type { PeopleOrder, PersonState, SecondFactorFilter } from '@portal/contract/people/people.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { containsText } from '../../engines/database/like-pattern.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { AccountRow } from '../../records/accounts/base/accounts.repository.ts'
import { isKnownIn } from '../../records/accounts/known-people.repository.ts'
import { HAS_WAY_IN, lacksSecondFactor, type FactorRule } from '../../records/accounts/ways-in.repository.ts'
import type { Counties } from '../../records/access/actor.ts'
import type { Place } from './cursor.ts'

/**
 * An account with the facts that the list shows. `counties` has all of them, including those the caller may not see.
 */
export type PersonRow = AccountRow & {
  name: string
  /** False if it is unknown who disabled the account: then an administrator must enable it. */
  isDisabledByManager: boolean
  hasPassword: boolean
  /** Whether they can sign in by any method. */
  hasWayIn: boolean
  hasSecondFactor: boolean
  hasPasskey: boolean
  /** Whether their role requires a second factor that they lack. */
  lacksSecondFactor: boolean
  /** When the link to the first password expires. Null without such a link, and for a person with a password. */
  linkUntil: Date | null
  lastSignedInAt: Date | null
  addedAt: Date
}

/**
 * Selects the rows of the accounts with these ids. One CTE gathers the counties of all accounts: with a lookup for each
 * account, the planner reads all counties each time.
 */
function peopleOf(ids: RawBuilder<unknown>, rule: FactorRule): RawBuilder<unknown> {
  return sql`
    WITH chosen AS MATERIALIZED (${ids}),
    belonging AS (
      SELECT m.account_id,
        json_agg(json_build_object('id', county.id, 'name', county.name) ORDER BY county.name COLLATE "und-x-icu") AS counties
      FROM membership AS m JOIN county ON county.id = m.county_id
      WHERE m.account_id IN (SELECT id FROM chosen) GROUP BY m.account_id
    )
    SELECT account.id, account.email, account.full_name AS name, account.role, account.county_id AS "countyId",
      own.name AS "countyName", coalesce(belonging.counties, '[]') AS counties,
      account.disabled_at IS NOT NULL AS "isDisabled",
      account.disabled_at IS NOT NULL AND account.disabled_at IS NOT DISTINCT FROM account.disabled_by_manager_at
        AS "isDisabledByManager", account.has_password AS "hasPassword", ${HAS_WAY_IN} AS "hasWayIn",
      account.has_second_factor AS "hasSecondFactor",
      EXISTS (SELECT FROM passkey WHERE passkey.account_id = account.id) AS "hasPasskey",
      ${lacksSecondFactor(rule)} AS "lacksSecondFactor",
      CASE WHEN NOT account.has_password THEN (
        SELECT max(token.expires_at) FROM token WHERE token.account_id = account.id AND token.kind = 'first-password'
      ) END AS "linkUntil",
      account.signed_in_at AS "lastSignedInAt", account.created_at AS "addedAt"
    FROM chosen JOIN account ON account.id = chosen.id
    LEFT JOIN county AS own ON own.id = account.county_id
    LEFT JOIN belonging ON belonging.account_id = account.id`
}

export async function readPerson(
  db: Kysely<DB>,
  { id, rule }: { id: number; rule: FactorRule },
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`${peopleOf(sql`SELECT ${id}::integer AS id`, rule)}`.execute(db)
  return rows[0]
}

export type PeopleFilter = {
  /** The people whom the caller may see: everyone, or the people of these counties except the firm's own. */
  seenIn: Counties
  search?: string | undefined
  countyId?: number | undefined
  role?: Role | undefined
  state?: PersonState | undefined
  secondFactor?: SecondFactorFilter | undefined
  rule: FactorRule
}

type Condition = RawBuilder<boolean>

const STATES: Readonly<Record<PersonState, Condition>> = {
  active: sql`account.disabled_at IS NULL AND ${HAS_WAY_IN}`,
  invited: sql`account.disabled_at IS NULL AND NOT ${HAS_WAY_IN}`,
  disabled: sql`account.disabled_at IS NOT NULL`,
}

const FACTORS: Readonly<Record<SecondFactorFilter, (rule: FactorRule) => Condition>> = {
  on: () => sql`account.has_second_factor`,
  off: () => sql`NOT account.has_second_factor`,
  needed: lacksSecondFactor,
}

function conditionsOf({
  seenIn,
  search,
  countyId,
  role,
  state,
  secondFactor,
  rule,
}: PeopleFilter): Condition[] {
  const conditions: Condition[] = []
  if (seenIn !== 'all') conditions.push(isKnownIn(seenIn, 'account'))
  if (search !== undefined) conditions.push(containsText(sql`account.person_search`, search))
  if (countyId !== undefined)
    conditions.push(sql`account.id IN (SELECT account_id FROM membership WHERE county_id = ${countyId})`)
  if (role !== undefined) conditions.push(sql`account.role = ${role}`)
  if (state !== undefined) conditions.push(STATES[state])
  if (secondFactor !== undefined) conditions.push(FACTORS[secondFactor](rule))
  return conditions
}

const allOf = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join([...conditions], sql` AND `)}`

/** A total order with an index: no two people compare as equal. */
type Ordering = {
  readonly forwards: RawBuilder<unknown>
  readonly backwards: RawBuilder<unknown>
  readonly isAfter: (place: Place) => Condition
  readonly isBefore: (place: Place) => Condition
}

const ADDRESS = sql`account.email COLLATE "und-x-icu"`
const LAST_SIGN_IN = sql`coalesce(account.signed_in_at, '-infinity'::timestamptz)`
/** The year 9999, in milliseconds since 1970. */
const END_OF_TIME_MS = 253_402_300_799_999

/** A forged cursor may hold any text. Text that is not a time means never. */
function momentOf(key: string): RawBuilder<unknown> {
  const time = Date.parse(key)
  const text = time >= 0 && time <= END_OF_TIME_MS ? new Date(time).toISOString() : '-infinity'
  return sql`${text}::timestamptz`
}

const ORDERINGS: Readonly<Record<PeopleOrder, Ordering>> = {
  address: {
    forwards: sql`${ADDRESS}, account.id`,
    backwards: sql`${ADDRESS} DESC, account.id DESC`,
    isAfter: ({ key, id }) =>
      sql`(${ADDRESS}, account.id) > (${key}::text COLLATE "und-x-icu", ${id}::integer)`,
    isBefore: ({ key, id }) =>
      sql`(${ADDRESS}, account.id) < (${key}::text COLLATE "und-x-icu", ${id}::integer)`,
  },
  'last-sign-in': {
    forwards: sql`${LAST_SIGN_IN} DESC, account.id DESC`,
    backwards: sql`${LAST_SIGN_IN}, account.id`,
    isAfter: ({ key, id }) => sql`(${LAST_SIGN_IN}, account.id) < (${momentOf(key)}, ${id}::integer)`,
    isBefore: ({ key, id }) => sql`(${LAST_SIGN_IN}, account.id) > (${momentOf(key)}, ${id}::integer)`,
  },
}

export type PeoplePageRequest = { order: PeopleOrder; from: { place: Place; way: 'after' | 'before' } | null }

/** Returns up to `atMost` people next to a position, or from the top, in order. */
export async function readPeople(
  db: Kysely<DB>,
  filter: PeopleFilter,
  { order, from, atMost }: PeoplePageRequest & { atMost: number },
): Promise<PersonRow[]> {
  const { forwards, backwards, isAfter, isBefore } = ORDERINGS[order]
  const isBackwards = from?.way === 'before'
  const beside = from === null ? [] : [isBackwards ? isBefore(from.place) : isAfter(from.place)]
  const inOrder = sql`ORDER BY ${isBackwards ? backwards : forwards}`
  const ids = sql`
    SELECT account.id FROM account WHERE ${allOf([...conditionsOf(filter), ...beside])} ${inOrder} LIMIT ${atMost}::integer`
  const { rows } = await sql<PersonRow>`${peopleOf(ids, filter.rule)} ${inOrder}`.execute(db)
  return isBackwards ? rows.toReversed() : rows
}

/** Whether anyone comes before or after the position. */
export async function hasMoreRows(
  db: Kysely<DB>,
  filter: PeopleFilter,
  { order, place, way }: { order: PeopleOrder; place: Place; way: 'after' | 'before' },
): Promise<boolean> {
  const { isAfter, isBefore } = ORDERINGS[order]
  const beside = way === 'after' ? isAfter(place) : isBefore(place)
  const { rows } = await sql`
    SELECT FROM account WHERE ${allOf([...conditionsOf(filter), beside])} LIMIT 1`.execute(db)
  return rows.length > 0
}

export async function countPeople(db: Kysely<DB>, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM account WHERE ${allOf(conditionsOf(filter))}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns the counties with these ids, by name, without the unknown ids. */
export async function readNamesOfCounties(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('county')
    .select(['id', 'name'])
    .where(sql<boolean>`id = ANY (${ids}::integer[])`)
    .orderBy(sql`name COLLATE "und-x-icu"`)
    .execute()
}
