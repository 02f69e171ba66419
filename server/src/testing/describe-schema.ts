import type { Pool } from 'pg'

/** Everything that PostgreSQL knows about a schema: a line for each fact, by its table or other object. */
export type SchemaDescription = Readonly<Record<string, readonly string[]>>

/** Objects that belong to no extension. Partitions have generated names of months, so their parent describes them. */
const TABLES = `pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
  AND c.relname NOT LIKE 'schema\\_%' AND NOT c.relispartition`
const OWN = `n.relnamespace = 'public'::regnamespace AND n.relname NOT LIKE 'schema\\_%'`

const FACTS = `
  SELECT c.relname AS owner, concat_ws(' ', c.relkind, c.relpersistence, pg_get_userbyid(c.relowner), c.reloptions, c.relacl,
    c.relrowsecurity, pg_get_partkeydef(c.oid), s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache,
    s.seqcycle, (SELECT d.refobjid::regclass || '.' || d.refobjsubid || d.deptype::text FROM pg_depend AS d
      WHERE d.objid = c.oid AND d.refclassid = 'pg_class'::regclass AND c.relkind = 'S')) AS fact
  FROM (SELECT c.* FROM ${TABLES}) AS c LEFT JOIN pg_sequence AS s ON s.seqrelid = c.oid
  UNION ALL
  SELECT n.relname, concat_ws(' ', 'column', lpad(a.attnum::text, 2, '0'), a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attstorage, nullif(a.attcompression, ''), a.attstattarget,
    a.attcollation::regcollation, a.attacl)
  FROM pg_attribute AS a JOIN pg_class AS n ON n.oid = a.attrelid
  LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE ${OWN} AND n.relkind IN ('r', 'p') AND NOT n.relispartition AND a.attnum > 0
  UNION ALL
  SELECT n.relname, concat_ws(' ', 'constraint', k.conname, pg_get_constraintdef(k.oid), k.convalidated)
  FROM pg_constraint AS k JOIN pg_class AS n ON n.oid = k.conrelid
  WHERE ${OWN} AND NOT n.relispartition AND k.contype <> 'n'
  UNION ALL
  SELECT n.relname, concat_ws(' ', 'index', pg_get_indexdef(x.indexrelid), x.indisvalid, i.reloptions)
  FROM pg_index AS x JOIN pg_class AS n ON n.oid = x.indrelid JOIN pg_class AS i ON i.oid = x.indexrelid
  WHERE ${OWN} AND NOT n.relispartition
  UNION ALL
  SELECT n.relname, concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled)
  FROM pg_trigger AS t JOIN pg_class AS n ON n.oid = t.tgrelid
  WHERE ${OWN} AND NOT n.relispartition AND NOT t.tgisinternal
  UNION ALL
  SELECT p.relname || ' partition', concat_ws(' ', CASE WHEN pg_get_expr(n.relpartbound, n.oid) = 'DEFAULT' THEN 'DEFAULT' ELSE 'month' END,
    pg_get_userbyid(n.relowner), n.relacl, n.reloptions,
    (SELECT string_agg(substring(pg_get_indexdef(x.indexrelid) FROM ' USING .*'), E'\\n' ORDER BY 1) FROM (
      SELECT x.indexrelid FROM pg_index AS x WHERE x.indrelid = n.oid ORDER BY substring(pg_get_indexdef(x.indexrelid) FROM ' USING .*')) AS x),
    (SELECT string_agg(t.tgname || t.tgenabled::text, ' ' ORDER BY t.tgname) FROM pg_trigger AS t WHERE t.tgrelid = n.oid))
  FROM pg_inherits AS h JOIN pg_class AS n ON n.oid = h.inhrelid JOIN pg_class AS p ON p.oid = h.inhparent
  WHERE ${OWN} AND n.relkind = 'r'
  UNION ALL
  SELECT 'functions', concat_ws(' ', pg_get_functiondef(p.oid), pg_get_userbyid(p.proowner), p.proacl)
  FROM pg_proc AS p WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 'types', t.typname FROM pg_type AS t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd', 'r')
  UNION ALL
  SELECT 'statistics', s.stxname FROM pg_statistic_ext AS s
  UNION ALL
  SELECT 'extensions', e.extname FROM pg_extension AS e`

/** The rows of a new portal in every table. Secrets appear only by their length. */
const WITH_ROWS = `SELECT c.relname AS name FROM pg_class AS c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname NOT LIKE 'schema\\_%'`

/** The role of `db` is called owner. */
export async function describeSchema(db: Pick<Pool, 'query'>): Promise<SchemaDescription> {
  const { rows: facts } = await db.query<{ owner: string; fact: string }>(
    `SELECT owner, fact FROM (${FACTS}) AS facts ORDER BY owner COLLATE "C", fact COLLATE "C"`,
  )
  const tables = (await db.query<{ name: string }>(WITH_ROWS)).rows
  for (const { name } of tables) {
    const row = name === 'registration_secret' ? 'octet_length(secret)::text' : 'to_jsonb(t)::text'
    const { rows } = await db.query<{ fact: string }>(`SELECT 'row ' || ${row} AS fact FROM ${name} AS t`)
    facts.push(...rows.map(({ fact }) => ({ owner: name, fact })).sort((a, b) => (a.fact < b.fact ? -1 : 1)))
  }
  const { rows: roles } = await db.query<{ name: string }>('SELECT current_user AS name')
  return Object.fromEntries(
    Map.groupBy(facts, ({ owner }) => owner)
      .entries()
      .map(([owner, lines]) => [
        owner,
        lines.map(({ fact }) => fact.replaceAll(roles[0]?.name ?? '', 'owner')),
      ]),
  )
}
