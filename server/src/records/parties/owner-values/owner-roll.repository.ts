import type { OwnerColumns } from '@portal/contract/owners/owners.ts'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { planForWholeRollsOn } from '../../../engines/database/for-whole-rolls.repository.ts'
import { withoutBound } from '../../../engines/database/pool.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** A county's roll of one appraisal year. */
export type RollKey = { readonly countyId: number; readonly appraisalYear: number }

/** The newest version of a roll, and the version of its stored columns; null if the roll never changed. */
export async function findVersions(db: Kysely<DB>, { countyId, appraisalYear }: RollKey) {
  return db
    .selectFrom('owner_roll')
    .select(['version', 'written_version'])
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .executeTakeFirst()
}

/** The stored columns, if they have the newest version. */
export async function readNewest(
  db: Kysely<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<StoredRoll | null> {
  const row = await db
    .selectFrom('owner_roll')
    .select(['version', 'content_hash', 'columns'])
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .whereRef('written_version', '=', 'version')
    .executeTakeFirst()
  return row?.content_hash && row.columns
    ? { version: row.version, hash: row.content_hash, columns: row.columns }
    : null
}

/** Stores columns, unless the roll has changed since they were read. */
export async function storeColumns(
  db: Kysely<DB>,
  { countyId, appraisalYear, version, hash, columns }: RollKey & StoredRoll,
): Promise<void> {
  await db
    .updateTable('owner_roll')
    .set({ written_version: version, content_hash: hash, columns })
    .where('county_id', '=', countyId)
    .where('appraisal_year', '=', appraisalYear)
    .where('version', '=', version)
    .execute()
}

type StoredRoll = { version: string; hash: Buffer; columns: Buffer }

/** A roll as text: its version, the number of rows, and its JSON in chunks, to be read once and in order. */
export type RollText = {
  readonly version: string
  readonly rows: number
  readonly pieces: AsyncIterable<string>
}

/**
 * Passes the roll to `take` as JSON columns in the order of names, each column on its own line. A missing prior value
 * comes from the year before. The name of an agent known only by number comes from the firm. No chunk is longer than a
 * batch of one column, however long the roll is. The database has no time limit for sorting.
 */
export async function readRoll<T>(
  pool: Pool,
  { countyId, appraisalYear }: RollKey,
  take: (roll: RollText) => Promise<T>,
): Promise<T> {
  return withoutBound(pool, async (client) => {
    // All statements share one snapshot: never new rows with an old version, or the reverse.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await planForWholeRollsOn(client)
    const { rows: versions } = await client.query<{ version: string }>(
      'SELECT version FROM owner_roll WHERE county_id = $1 AND appraisal_year = $2',
      [countyId, appraisalYear],
    )
    const { rowCount } = await client.query(ROWS_IN_ORDER, [countyId, appraisalYear])
    await client.query('CREATE INDEX ON roll_row (place)')
    const rows = rowCount ?? 0
    const version = versions[0]?.version ?? NEVER_CHANGED
    const taken = await take({ version, rows, pieces: piecesOf(client, rows) })
    await client.query('COMMIT')
    return taken
  })
}

const ROWS_IN_ORDER = `
  CREATE TEMPORARY TABLE roll_row ON COMMIT DROP AS
  SELECT row_number() OVER (ORDER BY v.owner_name COLLATE "und-x-icu", v.party_number)::integer AS place,
    v.party_number, v.owner_name, v.cad_owner_id, v.current_value,
    COALESCE(NULLIF(v.agent_name, ''), a.organization_name, '') AS agent_name,
    COALESCE(v.prior_value, last.current_value) AS prior_value
  FROM owner_value AS v
  LEFT JOIN agent AS a ON a.agent_number = v.agent_number AND v.agent_name = ''
  LEFT JOIN owner_value AS last ON last.county_id = $1 AND last.appraisal_year = $2::integer - 1
    AND last.party_number = v.party_number
  WHERE v.county_id = $1 AND v.appraisal_year = $2::integer`

/** The columns of the response, and each value as JSON. */
const COLUMNS: Readonly<Record<keyof OwnerColumns, string>> = {
  OwnerNbr: 'party_number::text',
  OwnerName: 'to_json(owner_name)::text',
  CAD_OwnerID: 'to_json(cad_owner_id)::text',
  AgentName: 'to_json(agent_name)::text',
  CurrentValue: `COALESCE(trim_scale(current_value)::text, 'null')`,
  PriorValue: `COALESCE(trim_scale(prior_value)::text, 'null')`,
}

/** Rows per batch: large enough that the number of batches costs little, small enough that no one waits for a batch. */
export const ROWS_AT_ONCE = 10_000

async function* piecesOf(client: PoolClient, rows: number): AsyncGenerator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(COLUMNS)) {
    yield `${before}"${name}":[`
    before = '],\n'
    const portion = `SELECT string_agg(${value}, ',') AS text
      FROM (SELECT * FROM roll_row WHERE place > $1 AND place <= $2 ORDER BY place) AS portion`
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const { rows: found } = await client.query<{ text: string }>(portion, [from, from + ROWS_AT_ONCE])
      yield `${from === 0 ? '' : ','}${found[0]?.text ?? ''}`
    }
  }
  yield ']}'
}

/** A roll that was never imported. */
export const NEVER_CHANGED = '0'
