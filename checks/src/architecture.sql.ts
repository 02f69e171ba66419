/** What statements of SQL do. */
export type SqlFacts = {
  /** Whether the text contains SQL. */
  readonly holdsSql: boolean
  /** The tables that it inserts into, updates or deletes from. */
  readonly writes: readonly string[]
  /** The tables from which it may remove rows, or mark them as deleted. */
  readonly mayRemove: readonly string[]
  /** Tables that exist only during a transaction. */
  readonly temporaryTables: readonly string[]
}

/** Stands for a table whose name the code computes, such as `${table}`: it may be any table. */
export const ANY_TABLE = 'an expression'

const STATEMENT =
  /\b(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|MERGE\s+INTO\s|TRUNCATE\s|COPY\s|LOCK\s+TABLE\s|VACUUM\s|CREATE\s+\S*\s*TABLE\s)/
/** The group is empty for a placeholder, and for a name that the code appends to the text. */
const NAME = String.raw`(?:\s+ONLY|\s+TABLE)?\s+(?:"?public"?\.)?(?:"?([a-z_]+)|\?|$)`
/** Sentences contain these words too, so they are keywords only in capitals. */
const IN_CAPITALS = new RegExp(String.raw`\b(?:(?<!FOR\s+)UPDATE|TRUNCATE|COPY)(?!\s+SET\b)${NAME}`, 'g')
const WRITTEN = [
  String.raw`\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO)${NAME}`,
  String.raw`\bUPDATE${NAME}(?:\s+(?:AS\s+)?[a-z_]+)?\s+SET\b`,
].map((pattern) => new RegExp(pattern, 'gi'))
/** `SET deleted_at = …`, `SET (deleted_at, …) = …`, and a column that the code computes. */
const MARK = String.raw`(?=[^;]*(?:\bdeleted_at"?(?:[^;()=]*\))?\s*=|\bSET\s+\?))`
const REMOVING = [
  String.raw`\b(?:DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)${NAME}`,
  String.raw`\bTRUNCATE\s[a-z_,\s]*,\s*([a-z_]+)`,
  String.raw`\b(?:UPDATE|INSERT\s+INTO)${NAME}${MARK}`,
  // Deleting the referenced rows deletes its rows too.
  String.raw`\b(?:CREATE|ALTER)\s+TABLE${NAME}[^;]*\bON\s+DELETE\s+CASCADE`,
].map((pattern) => new RegExp(pattern, 'gi'))
const TEMPORARY = /\bCREATE\s+TEMPORARY\s+TABLE\s+([a-z_]+)/g

/** Reads PostgreSQL statements, with `?` for each placeholder of a template. */
export function readSql(text: string): SqlFacts {
  const code = text.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, ' ')
  const tablesOf = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map(([, name]) => name?.toLowerCase() ?? ANY_TABLE)
  return {
    holdsSql: STATEMENT.test(code),
    writes: [...new Set([IN_CAPITALS, ...WRITTEN].flatMap(tablesOf))],
    mayRemove: REMOVING.flatMap(tablesOf),
    temporaryTables: tablesOf(TEMPORARY),
  }
}
