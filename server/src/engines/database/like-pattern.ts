import { sql, type RawBuilder } from 'kysely'

/** Whether a column that `search_text` wrote contains the text. `%`, `_` and the backslash have no special meaning. */
export function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql`${column} LIKE '%' || ${literalOf(text)} || '%'`
}

/** Whether such a column starts with the text. */
export function startsWithText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql`${column} LIKE ${literalOf(text)} || '%'`
}

function literalOf(text: string): RawBuilder<string> {
  return sql`search_text(${text.replace(/[\\%_]/g, '\\$&')})`
}
