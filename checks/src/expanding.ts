/** A migration in the checkout. */
type Migration = { readonly name: string; readonly sql: string }

const CONTRACT = /^-- contract: needs \d{4}$/m
/** Removes something that servers of the previous release may use, or adds a column that they would have to fill. */
const TAKES_AWAY: readonly RegExp[] = [
  /\bDROP\s+(?:TABLE|COLUMN|VIEW|FUNCTION|PROCEDURE|TYPE|SEQUENCE|SCHEMA)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\s+\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
  /\bADD\s+COLUMN\b(?![^,;]*\b(?:DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
]

/** Statements that break the previous release, in migrations that do not declare it: `name: statement`. */
export function takenUnsaid(migrations: readonly Migration[]): string[] {
  return migrations
    .filter(({ sql }) => !CONTRACT.test(sql))
    .flatMap(({ name, sql }) => statementsOf(sql).map((statement) => ({ name, statement })))
    .filter(({ statement }) => TAKES_AWAY.some((pattern) => pattern.test(statement)))
    .map(({ name, statement }) => `${name}: ${statement}`)
}

/** Indexes whose creation blocks writes, because their table exists before the migration. */
export function blockingIndexes(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(({ name, sql }) => {
    const made = new Set([...sql.matchAll(/\bCREATE TABLE (\w+)/gi)].map(([, table]) => table))
    const indexes = sql.matchAll(/\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w+\s+ON (\w+)/gi)
    return [...indexes].filter(([, table]) => !made.has(table)).map(([index]) => `${name}: ${index}`)
  })
}

function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
}
