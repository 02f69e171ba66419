import { sql, type Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/** A foreign key with rows whose parent is missing. */
export type BrokenKey = {
  readonly table: string
  readonly constraint: string
  readonly parent: string
  readonly rows: number
  /** A condition that finds one of them, such as `account_id = 17`. */
  readonly example: string
}

type ForeignKey = Pick<BrokenKey, 'table' | 'constraint' | 'parent'> & {
  /** Quoted column names; each pairs with the parent column at the same index. */
  readonly columns: readonly string[]
  readonly parentColumns: readonly string[]
}

/** Finds rows without a parent, for every validated foreign key. Each key takes one pass over its table. */
export async function listBrokenKeys(db: Kysely<DB>): Promise<BrokenKey[]> {
  const broken: BrokenKey[] = []
  for (const key of await listForeignKeys(db)) {
    const found = await findRowsWithoutParent(db, key)
    if (found) broken.push({ ...key, ...found })
  }
  return broken
}

async function listForeignKeys(db: Kysely<DB>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT k.conrelid::regclass::text AS "table", quote_ident(k.conname) AS "constraint",
      k.confrelid::regclass::text AS parent,
      ARRAY(SELECT quote_ident(a.attname) FROM unnest(k.conkey) WITH ORDINALITY AS n (number, place)
        JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = n.number ORDER BY place) AS columns,
      ARRAY(SELECT quote_ident(a.attname) FROM unnest(k.confkey) WITH ORDINALITY AS n (number, place)
        JOIN pg_attribute AS a ON a.attrelid = k.confrelid AND a.attnum = n.number ORDER BY place) AS "parentColumns"
    FROM pg_constraint AS k
    WHERE k.connamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND k.contype = 'f' AND k.conparentid = 0 AND k.convalidated
    ORDER BY 1, 2`.execute(db)
  return rows
}

/** A row with a null in one of the columns references no parent. */
async function findRowsWithoutParent(
  db: Kysely<DB>,
  { table, parent, columns, parentColumns }: ForeignKey,
): Promise<Pick<BrokenKey, 'rows' | 'example'> | null> {
  const isGiven = columns.map((column) => `child.${column} IS NOT NULL`)
  const isNamed = columns.map((column, at) => `parent.${parentColumns[at] ?? ''} = child.${column}`)
  const asWritten = columns.map(
    (column) => `format('%s = %L', '${column.replaceAll("'", "''")}', child.${column})`,
  )
  const { rows } = await sql<{ rows: string; example: string | null }>`
    SELECT count(*)::text AS rows, min(concat_ws(' AND ', ${sql.raw(asWritten.join(', '))}) COLLATE "C") AS example
    FROM ${sql.raw(table)} AS child
    WHERE ${sql.raw(isGiven.join(' AND '))}
      AND NOT EXISTS (SELECT FROM ${sql.raw(parent)} AS parent WHERE ${sql.raw(isNamed.join(' AND '))})`.execute(
    db,
  )
  const example = rows[0]?.example
  return example ? { rows: Number(rows[0]?.rows), example } : null
}
