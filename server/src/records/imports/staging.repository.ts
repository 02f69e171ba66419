import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, sql, type Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { planForWholeRolls } from '../../engines/database/for-whole-rolls.repository.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { PortalDialect } from '../../engines/database/portal-dialect.ts'
import type { ImportKind } from './import-kind.ts'
import { MAX_REFUSED_NAMED } from './refused-lines.ts'

/** A transaction, and its connection for COPY. */
export type Staging = { readonly transaction: Transaction<DB>; readonly client: PoolClient }

/** Runs `work` in one transaction whose temporary tables end with it. */
export async function inStagingTransaction<T>(
  pool: Pool,
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  const connection: { client?: PoolClient } = {}
  const connect = async () => (connection.client = await pool.connect())
  const dialect = new PortalDialect({ pool: { connect, end: async () => {}, options: {} } })
  return new Kysely<DB>({ dialect }).transaction().execute(async (transaction) => {
    const { client } = connection
    if (!client) throw new Error('A transaction began without a connection.')
    await planForWholeRolls(transaction)
    return work({ transaction, client })
  })
}

/** A staged line. Null means no value, and `isRefused` marks a line that only supplies its number. */
export type StagedLine = {
  readonly line: number
  readonly isRefused: boolean
  readonly values: readonly (string | null)[]
}

export async function createStagingTable({ transaction }: Staging, { columns }: ImportKind): Promise<void> {
  const definitions = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`)
  await sql`
    CREATE TEMPORARY TABLE staged (line integer NOT NULL, is_refused boolean NOT NULL, ${sql.join(definitions)})
    ON COMMIT DROP`.execute(transaction)
}

/** Streams lines into the staging table. An error from `lines` ends the COPY and is rethrown. */
export async function copyLines(
  { client }: Staging,
  lines: AsyncIterable<readonly StagedLine[]>,
): Promise<void> {
  await pipeline(Readable.from(copyTexts(lines)), client.query(copyFrom('COPY staged FROM STDIN')))
}

async function* copyTexts(lines: AsyncIterable<readonly StagedLine[]>): AsyncGenerator<Buffer> {
  for await (const some of lines) {
    let text = ''
    for (const { line, isRefused, values } of some) {
      text += `${line}\t${isRefused ? 't' : 'f'}`
      for (const value of values) text += `\t${value === null ? '\\N' : escaped(value)}`
      text += '\n'
    }
    if (text !== '') yield Buffer.from(text)
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(value: string): string {
  return /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '')
    : value
}

/** Fills the table `named` with every number in the file, including those of rejected lines. */
export async function collectNumbers(
  { transaction }: Staging,
  { columns: [key] }: ImportKind,
): Promise<void> {
  await sql`CREATE TEMPORARY TABLE named ON COMMIT DROP AS
    SELECT DISTINCT ${sql.id(key.name)} AS number FROM staged`.execute(transaction)
  await sql`ANALYZE named`.execute(transaction)
}

export async function removeRefusedLines({ transaction }: Staging): Promise<void> {
  await sql`DELETE FROM staged WHERE is_refused`.execute(transaction)
}

/** Gives the planner the row counts for the join. */
export async function analyzeLines({ transaction }: Staging, { columns: [key] }: ImportKind): Promise<void> {
  await sql`ANALYZE staged (${sql.id(key.name)})`.execute(transaction)
}

/** A line with the number of an earlier line. */
export type RepeatedLine = { readonly line: number; readonly firstLine: number; readonly number: number }

/** Lines that repeat an earlier one: how many are identical, how many differ, and the first of those that differ. */
export type RepeatedLines = { readonly same: number; readonly other: number; readonly first: RepeatedLine[] }

/** Removes every line but the first of each number. */
export async function removeRepeatedLines(
  { transaction }: Staging,
  { columns }: ImportKind,
): Promise<RepeatedLines> {
  const [key, ...others] = columns
  const number = sql.id(key.name)
  const isSame = sql.join(
    others.map(({ name }) => sql`s.${sql.id(name)} IS NOT DISTINCT FROM f.${sql.id(name)}`),
    sql` AND `,
  )
  const { rows } = await sql<RepeatedLines>`
    WITH first AS (
      SELECT ${number}, min(line) AS line FROM staged GROUP BY ${number} HAVING count(*) > 1
    ), first_line AS (
      SELECT staged.* FROM staged JOIN first USING (${number}, line)
    ), gone AS (
      DELETE FROM staged AS s USING first_line AS f
      WHERE s.${number} = f.${number} AND s.line <> f.line
      RETURNING s.line, f.line AS first_line, s.${number} AS number, ${isSame} AS is_same
    ), named AS (
      SELECT line, first_line AS "firstLine", number FROM gone WHERE NOT is_same
      ORDER BY line LIMIT ${MAX_REFUSED_NAMED}
    )
    SELECT (count(*) FILTER (WHERE is_same))::integer AS same, (count(*) FILTER (WHERE NOT is_same))::integer AS other,
      COALESCE((SELECT json_agg(named) FROM named), '[]') AS first
    FROM gone`.execute(transaction)
  return rows[0] ?? { same: 0, other: 0, first: [] }
}
