import type { SchemaCatalog, SchemaDefinitions } from './schema-catalog.repository.ts'

const PARTS = { triggers: 'Trigger', constraints: 'Constraint', indexes: 'Index' } as const

/**
 * A sentence for each part of a table that one catalog has and the other lacks, or has with another type. A missing
 * table is one sentence.
 */
export function describeDifferences(known: SchemaCatalog, found: SchemaCatalog): string[] {
  const tables = tablesOf(found)
  const missing = tablesOf(known).difference(tables)
  const others = (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((part) => {
    const there = new Set(found[part])
    return known[part]
      .filter((entry) => !there.has(entry) && !missing.has(tableOf(entry)))
      .map((entry) => `${PARTS[part]} ${restOf(entry)} of ${lacks(tableOf(entry))}`)
  })
  return [
    ...[...missing].map((table) => `Table ${lacks(table)}`),
    ...describeColumns(
      known.columns.filter((entry) => !missing.has(tableOf(entry))),
      found.columns,
    ),
    ...others,
  ]
}

/** A sentence for each part that is in both but is not the same. */
export function describeChangedDefinitions(known: SchemaDefinitions, found: SchemaDefinitions): string[] {
  return (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((part) =>
    Object.entries(known[part]).flatMap(([entry, definition]) => {
      const now = found[part][entry]
      if (now === undefined || now === definition) return []
      const table = tableOf(entry)
      return [`${PARTS[part]} ${restOf(entry)} of ${differs(table, { now, known: definition })}`]
    }),
  )
}

/** Without the tables that record the migrations, which exist before all others. */
export function tablesOf({ columns }: SchemaCatalog): Set<string> {
  return new Set(columns.map(tableOf).filter((table) => !/^schema_(migration|repeatable)$/.test(table)))
}

function describeColumns(known: readonly string[], found: readonly string[]): string[] {
  const there = new Map(found.map((entry) => [columnOf(entry), typeOf(entry)]))
  return known.flatMap((entry) => {
    const [table, type, now] = [tableOf(entry), typeOf(entry), there.get(columnOf(entry))]
    if (now === type) return []
    if (now === undefined) return [`Column ${restOf(entry)} of ${lacks(table)}`]
    const [name] = restOf(entry).split(' ')
    return [`Column ${name} of ${differs(table, { now, known: type })}`]
  })
}

function lacks(table: string): string {
  return `${table} is missing: see ${fileOf(table)}.`
}

function differs(table: string, { now, known }: { readonly now: string; readonly known: string }): string {
  return `${table} differs: it is ${now}, and must be ${known}. See ${fileOf(table)}.`
}

function fileOf(table: string): string {
  return `server/schema/${table}.sql`
}

/** The entries of a catalog are `table.name` and `table.column type`. */
function tableOf(entry: string): string {
  return entry.slice(0, entry.indexOf('.'))
}

function restOf(entry: string): string {
  return entry.slice(entry.indexOf('.') + 1)
}

function columnOf(entry: string): string {
  return entry.split(' ', 1)[0] ?? ''
}

function typeOf(entry: string): string {
  return entry.slice(entry.indexOf(' ') + 1)
}
