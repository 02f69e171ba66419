import { Kysely, PostgresDialect } from 'kysely'
import type { DB } from './generated/db.d.ts'
import type { Database } from './open-database.ts'
import { withoutBound } from './pool.ts'

/** A look at what can drift in the database, without reading a document's bytes. */
export type DatabaseCheck = {
  /** What is looked at, such as `counts`. */
  readonly name: string
  /** A line for each thing that is wrong: what it is, and what to do. */
  find(database: Database): Promise<readonly string[]>
}

/** What a check has found. */
export type Finding = { readonly check: string; readonly problem: string }

/** Lines that one check gives at most: what is wrong a million times is said a few times, and how often. */
const LINES_AT_MOST = 20

/** Carries out checks one after the other, on one connection whose statements may take as long as they need. */
export async function checkDatabase(
  database: Database,
  checks: readonly DatabaseCheck[],
  tellProgress: (check: string) => void = () => {},
): Promise<Finding[]> {
  return withoutBound(database.pool, async (client) => {
    const connection = { query: client.query.bind(client), release() {} }
    const pool = { connect: async () => connection, end: async () => {}, options: database.pool.options }
    const patient = { ...database, kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
    const findings: Finding[] = []
    for (const { name, find } of checks) {
      tellProgress(name)
      for (const problem of shortened(await find(patient))) findings.push({ check: name, problem })
    }
    return findings
  })
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= LINES_AT_MOST) return lines
  const more = (lines.length - LINES_AT_MOST).toLocaleString('en-US')
  return [...lines.slice(0, LINES_AT_MOST), `… and ${more} more of that kind.`]
}
