import { StartError } from '../config/start-error.ts'
import type { SqlFile } from './repeatables.ts'

/** A step that may run outside a transaction, because it can be repeated after any interruption. */
export type OutsideStep =
  | {
      readonly kind: 'create index'
      readonly sql: string
      /** `UNIQUE ` for a unique index, else empty. */
      readonly unique: string
      readonly index: string
      readonly table: string
      /** The text after the table: columns and conditions. */
      readonly rest: string
    }
  | { readonly kind: 'drop index'; readonly sql: string }
  /** Runs repeatedly, each time in its own transaction, until it changes no row. */
  | { readonly kind: 'repeat'; readonly sql: string }

const REPEAT = '-- repeat until no row is left'
const CREATE_INDEX = /^CREATE (UNIQUE )?INDEX CONCURRENTLY (?!IF\b)(\w+)\s+ON (\w+)([\s\S]*)$/
const DROP_INDEX = /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/
const FILL = /^(?:UPDATE|DELETE|INSERT|WITH)\s/

/**
 * Returns the statements of a migration that runs outside a transaction. Each ends with a semicolon at the end of a
 * line.
 * @throws StartError for a statement of another kind, which needs its own migration.
 */
export function readOutsideSteps({ name, sql }: Pick<SqlFile, 'name' | 'sql'>): OutsideStep[] {
  return sql
    .split(/;[ \t]*$/m)
    .map((text) => ({
      isRepeated: text.split('\n').includes(REPEAT),
      sql: text.replaceAll(/^--.*$/gm, '').trim(),
    }))
    .filter((statement) => statement.sql !== '')
    .map((statement) => stepOf(statement) ?? refuse(name, statement.sql))
}

function stepOf({ sql, isRepeated }: { sql: string; isRepeated: boolean }): OutsideStep | null {
  // SKIP LOCKED would skip locked rows, so a run could change no row before all portions are done.
  if (isRepeated) return FILL.test(sql) && !/\bSKIP LOCKED\b/i.test(sql) ? { kind: 'repeat', sql } : null
  const [, unique = '', index, table, rest = ''] = CREATE_INDEX.exec(sql) ?? []
  if (index !== undefined && table !== undefined)
    return { kind: 'create index', sql, unique, index, table, rest }
  return DROP_INDEX.test(sql) ? { kind: 'drop index', sql } : null
}

function refuse(name: string, sql: string): never {
  const [first] = sql.split('\n')
  throw new StartError(
    `Migration ${name} cannot run '${first}' outside a transaction: CREATE INDEX CONCURRENTLY, DROP INDEX CONCURRENTLY ` +
      `IF EXISTS, and what stands below '${REPEAT}' without SKIP LOCKED may be done again.`,
  )
}
