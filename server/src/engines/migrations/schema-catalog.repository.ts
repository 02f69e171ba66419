import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '../database/generated/db.d.ts'

/** The parts of the tables, each as `table.name`, in order. Partitions are left out. */
export type SchemaCatalog = {
  /** With type and NOT NULL. */
  readonly columns: readonly string[]
  readonly triggers: readonly string[]
  readonly constraints: readonly string[]
  readonly indexes: readonly string[]
}

/** The portal's tables. The portal creates them in the first schema of its role's search path. */
const OWN = sql`c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND NOT c.relispartition`

/** Reads the catalog of a database. */
export async function readCatalog(db: Kysely<DB>): Promise<SchemaCatalog> {
  const { rows } = await sql<SchemaCatalog>`
    SELECT
      ARRAY(SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
        WHERE ${OWN} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY c.relname, a.attnum) AS columns,
      ARRAY(SELECT c.relname || '.' || t.tgname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE ${OWN} AND NOT t.tgisinternal ORDER BY 1) AS triggers,
      ARRAY(SELECT c.relname || '.' || k.conname FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
        WHERE ${OWN} AND k.contype IN ('c', 'f', 'p', 'u', 'x') ORDER BY 1) AS constraints,
      ARRAY(SELECT c.relname || '.' || i.relname FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indrelid
        JOIN pg_class AS i ON i.oid = x.indexrelid WHERE ${OWN} ORDER BY 1) AS indexes`.execute(db)
  return rows[0] ?? { columns: [], triggers: [], constraints: [], indexes: [] }
}

/** What the parts of the tables are, as SQL, by `table.name`. A part may have the name of another one and do less. */
export type SchemaDefinitions = Readonly<
  Record<'triggers' | 'constraints' | 'indexes', Readonly<Record<string, string>>>
>

/** Reads the definitions in the words of PostgreSQL, which are the same in its releases 15 to 18. */
export async function readDefinitionsOf(pool: Pool): Promise<SchemaDefinitions> {
  const { rows } = await sql<SchemaDefinitions>`
    SELECT
      (SELECT jsonb_object_agg(c.relname || '.' || t.tgname, pg_get_triggerdef(t.oid, true))
        FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE ${OWN} AND NOT t.tgisinternal) AS triggers,
      (SELECT jsonb_object_agg(c.relname || '.' || k.conname, pg_get_constraintdef(k.oid, true))
        FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
        WHERE ${OWN} AND k.contype IN ('c', 'f', 'p', 'u', 'x')) AS constraints,
      (SELECT jsonb_object_agg(c.relname || '.' || i.relname, pg_get_indexdef(x.indexrelid, 0, true))
        FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indrelid
        JOIN pg_class AS i ON i.oid = x.indexrelid WHERE ${OWN}) AS indexes`.execute(kyselyOn(pool))
  const { triggers, constraints, indexes } = rows[0] ?? {}
  return { triggers: triggers ?? {}, constraints: constraints ?? {}, indexes: indexes ?? {} }
}

/** As `readCatalog`, on any pool. */
export function readCatalogOf(pool: Pool): Promise<SchemaCatalog> {
  return readCatalog(kyselyOn(pool))
}

function kyselyOn(pool: Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** A trigger, constraint, or index that exists but is not fully in force. `table` and `name` are quoted for SQL. */
export type IdlePart = {
  readonly what: 'trigger' | 'constraint' | 'index'
  readonly table: string
  readonly name: string
}

/** Finds disabled triggers, including those of foreign keys, unvalidated constraints and invalid indexes. */
export async function listIdleParts(db: Kysely<DB>): Promise<IdlePart[]> {
  const { rows } = await sql<IdlePart>`
    SELECT 'trigger' AS what, t.tgrelid::regclass::text AS table, quote_ident(t.tgname) AS name
    FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND t.tgenabled NOT IN ('O', 'A')
    UNION ALL
    SELECT 'constraint', k.conrelid::regclass::text, quote_ident(k.conname)
    FROM pg_constraint AS k
    WHERE k.connamespace = 'public'::regnamespace AND k.conrelid <> 0 AND NOT k.convalidated
    UNION ALL
    SELECT 'index', x.indrelid::regclass::text, x.indexrelid::regclass::text
    FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT (x.indisvalid AND x.indisready)
    ORDER BY 1, 2, 3`.execute(db)
  return rows
}

export async function listAppliedMigrations(db: Kysely<DB>): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    SELECT name, sha256 FROM schema_migration ORDER BY name COLLATE "C"`.execute(db)
  return rows
}
