import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Counties } from '../../records/access/actor.ts'
import { isKnownIn, isOutsideFirm } from '../../records/accounts/known-people.repository.ts'
import type { AuditAction } from '../../records/audit/events/audit-events.ts'
import type { ActPosition } from '../../records/audit/act-position.ts'
import type { ActSubject } from '../../records/audit/act-subject.ts'

export type HistoryFilter = {
  /** The counties whose activity the caller may read. */
  readonly seenIn: Counties
  /** The kinds that the caller may read; null for all. */
  readonly kinds: readonly string[] | null
  /** An address in lower case. Matches its actions, and actions on its account. */
  readonly person?: string | undefined
  readonly countyId?: number | undefined
  readonly fileId?: number | undefined
  /** Days in the given time zone, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone: string
}

/** A record with the current names for its ids. */
export type HistoryRow = ActSubject & {
  readonly id: string
  readonly at: Date
  readonly action: string
  readonly actorKind: string
  readonly actorName: string
  /** Empty if the caller may not know it. */
  readonly fullName: string
  readonly accountId: number | null
  readonly cameFrom: string
  readonly countyId: number | null
}

export type Walk = { readonly after: ActPosition | null; readonly most: number }
type Condition = RawBuilder<boolean>

export const NEWEST_FIRST = sql`r.at DESC, r.id DESC`

/** The records after a cursor, or the newest, newest first, up to a limit. */
export async function readHistory(db: Kysely<DB>, filter: HistoryFilter, walk: Walk): Promise<HistoryRow[]> {
  return readNamed(db, { records: recordsOf(filter, walk), knownTo: filter.seenIn })
}

/** The records of a query on `audit_record`, newest first, with the names that a person of these counties may know. */
export async function readNamed(
  db: Kysely<DB>,
  { records, knownTo }: { readonly records: RawBuilder<unknown>; readonly knownTo: Counties },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT r.id, r.at, r.action, r.actor_kind AS "actorKind", r.actor_name AS "actorName",
      coalesce(actor.full_name, '') AS "fullName", r.account_id AS "accountId", r.came_from AS "cameFrom",
      r.subject_kind AS "subjectKind", r.subject_id AS "subjectId", subject.email AS "subjectEmail",
      r.county_id AS "countyId", county.name AS "countyName", r.before, r.after
    FROM (${records}) AS r
    LEFT JOIN account AS actor ON actor.id = r.account_id AND ${isKnownIn(knownTo, 'actor')}
    LEFT JOIN account AS subject ON subject.id = ${SUBJECT_ACCOUNT}
    LEFT JOIN county ON county.id = r.county_id
    ORDER BY ${NEWEST_FIRST}`.execute(db)
  return rows
}

/** Older records may name an account by its address. */
const SUBJECT_ACCOUNT = sql`
  CASE WHEN r.subject_kind = 'account' AND r.subject_id ~ '^[1-9][0-9]{0,8}$' THEN r.subject_id::integer END`

/** Each way to find records has an index. Each index is scanned from its newest end, and the results are merged. */
function recordsOf(filter: HistoryFilter, { after, most }: Walk): RawBuilder<unknown> {
  const common = [...conditionsOf(filter), ...(after ? [isAfter(after)] : [])]
  const walks = waysInCounties(filter).map(
    (way) => sql`(
    SELECT r.* FROM audit_record AS r WHERE ${allOf([...common, ...way])} ORDER BY ${NEWEST_FIRST} LIMIT ${most}::integer)`,
  )
  const [only] = walks
  if (walks.length === 1 && only) return perCounty(filter, only, most)
  return perCounty(
    filter,
    sql`SELECT r.* FROM (${sql.join(walks, sql` UNION `)}) AS r ORDER BY ${NEWEST_FIRST} LIMIT ${most}::integer`,
    most,
  )
}

/**
 * Each county is scanned separately, because an index orders records within one county. A record of two counties is
 * found in both, and returned once.
 */
function perCounty(filter: HistoryFilter, walk: RawBuilder<unknown>, most: number) {
  const { seenIn, countyId } = filter
  if (!isOfCounties(filter)) return walk
  const counties = countyId === undefined ? seenIn : [countyId]
  return sql`
    SELECT DISTINCT ON (r.at, r.id) r.* FROM unnest(${counties}::integer[]) AS seen (county_id) CROSS JOIN LATERAL (${walk}) AS r
    ORDER BY ${NEWEST_FIRST} LIMIT ${most}::integer`
}

const isOfCounties = ({ seenIn, countyId }: HistoryFilter) => seenIn !== 'all' || countyId !== undefined

/** A record belongs to its own county, and to the counties of the subject account at that time. */
function waysInCounties(filter: HistoryFilter): Condition[][] {
  const ways = waysOf(filter)
  if (!isOfCounties(filter)) return ways
  const standing = ways.map((way) => [...way, sql<boolean>`r.county_id = seen.county_id`])
  const { kinds, fileId } = filter
  const mayConcern = fileId === undefined && ACTS_ON_PEOPLE.some((act) => kinds?.includes(act) ?? true)
  return mayConcern ? [...standing, concerning(filter)] : standing
}

/** Must match the condition of the index. */
const ACTS_ON_PEOPLE: readonly AuditAction[] = [
  'account.added',
  'account.changed',
  'account.sessions_ended',
  'account.link_sent',
  'account.link_made',
  'second_factor.reset',
]

/**
 * The planner would also scan the index of kinds, with all its months, and the index of accounts, with all sign-ins.
 * CASE prevents that.
 */
function concerning({ kinds, person }: HistoryFilter): Condition[] {
  return [
    sql`r.action IN (${sql.join(ACTS_ON_PEOPLE.map((act) => sql.lit(act)))})`,
    sql`(coalesce(r.before -> 'countyIDs', '[]') || coalesce(r.after -> 'countyIDs', '[]')) @> to_jsonb(seen.county_id)`,
    ...kindIs(kinds).map(behindCase),
    ...(person === undefined
      ? []
      : [
          behindCase(
            sql<boolean>`r.actor_name = ${person} OR r.subject_kind = 'account' AND ${isOn(person)}`,
          ),
        ]),
  ]
}

export const behindCase = (condition: Condition): Condition => sql`CASE WHEN ${condition} THEN true END`

const isOn = (person: string): Condition =>
  sql`r.subject_id = (SELECT a.id::text FROM account AS a WHERE a.email = ${person})`

/** An account is found by its actions, by its number, and by its address if someone typed that. */
function waysOf({ person, fileId, kinds }: HistoryFilter): Condition[][] {
  const ofKind = kindIs(kinds)
  if (fileId !== undefined)
    return [
      [
        ...ofKind,
        sql`r.subject_kind = 'document'`,
        sql`r.subject_id = ${String(fileId)}`,
        ...actorIs(person),
      ],
    ]
  if (person === undefined) return [ofKind]
  return [
    [...ofKind, ...actorIs(person)],
    [...ofKind, sql`r.subject_kind = 'account'`, isOn(person)],
    [...ofKind, sql`r.subject_kind = 'address'`, sql`r.subject_id = ${person}`],
  ]
}

/** A single kind has its own index. */
function kindIs(kinds: HistoryFilter['kinds']): Condition[] {
  if (kinds === null) return []
  return [kinds.length === 1 ? sql`r.action = ${kinds[0]}` : sql`r.action = ANY (${kinds}::text[])`]
}

function actorIs(person: string | undefined): Condition[] {
  return person === undefined ? [] : [sql`r.actor_name = ${person}`]
}

function conditionsOf(filter: HistoryFilter): Condition[] {
  const { seenIn, from, to, timeZone } = filter
  const conditions: Condition[] = []
  if (seenIn !== 'all') conditions.push(sql`(r.subject_kind <> 'account' OR ${IS_NOT_OF_THE_FIRM})`)
  if (from !== undefined) conditions.push(sql`r.at >= ${from}::timestamp AT TIME ZONE ${timeZone}::text`)
  if (to !== undefined)
    conditions.push(sql`r.at < (${to}::timestamp + interval '1 day') AT TIME ZONE ${timeZone}::text`)
  return conditions
}

/**
 * Ignores current counties, because a person of a manager's county at that time may be in another now. The firm's
 * people are not shown.
 */
const IS_NOT_OF_THE_FIRM: Condition = sql`(
  SELECT ${isOutsideFirm('known')} FROM account AS known WHERE known.id = ${SUBJECT_ACCOUNT})`

/** Compares the time first, so that later partitions are skipped. */
export function isAfter({ at, id }: ActPosition): Condition {
  return sql`(r.at <= ${at}::timestamptz AND (r.at, r.id) < (${at}::timestamptz, ${id}::bigint))`
}

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`${sql.join([...conditions], sql` AND `)}`
}
