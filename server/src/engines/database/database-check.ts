import { Kysely, PostgresDialect } from 'kysely'
import type { DB } from './generated/db.d.ts'
import type { Database } from './open-database.ts'
import { withoutBound } from './pool.ts'

/** A check for inconsistencies in the database that does not read the bytes of documents. */
export type DatabaseCheck = {
  /** The subject of the check, such as `counts`. */
  readonly name: string
  /** Returns one line per problem: what is wrong and what to do. */
  find(database: Database): Promise<readonly string[]>
}

/** A problem that a check found. */
export type Finding = { readonly check: string; readonly problem: string }

/** Maximum lines per check: a problem found a million times appears a few times, with a count of the rest. */
const LINES_AT_MOST = 20

/** Runs the checks one after the other, on one connection whose statements may take as long as they need. */
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
