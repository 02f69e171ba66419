type PlantedSources = Readonly<Record<string, string>>

/** For every rule on SQL, files that break it. */
export const PLANTED_IN_SQL: Readonly<Record<string, PlantedSources>> = {
  'SQL stands in repositories and in SQL files': {
    'server/src/rooms/files/a.usecases.ts': "await db.selectFrom('document').selectAll().execute()",
    'server/src/engines/http/b.ts': "await pool.query('SELECT 1')",
    'server/src/demo/c.ts': 'const text = `INSERT INTO document (id) VALUES (${id})`',
    'server/src/d.ts': "await db.updateTable('account').set({ email }).execute()",
    'server/src/e.ts': "await pool.query('delete from session')",
    'server/src/f.ts': "await db['selectFrom']('county')",
  },
  'one condition restricts a query to the counties of a person': {
    'server/src/rooms/files/a.repository.ts': "const ids = scope.kind === 'counties' ? scope.countyIds : []",
    'server/src/records/documents/b.repository.ts': "const isNone = 'own' === asked.scope.kind",
    'server/src/records/parties/c.repository.ts': "const { kind } = of; if (kind !== 'all') wait()",
    'server/src/rooms/views/d.repository.ts': "switch (of.kind) { case 'own': wait() }",
    'server/src/rooms/views/e.repository.ts': 'const isOfScope = CONDITIONS[seen.kind]',
    'server/src/rooms/views/f.repository.ts': "const ids = 'countyIds' in of ? of.countyIds : []",
  },
  'one record or engine writes a table': {
    'server/src/records/documents/a.repository.ts': "db.insertInto('document').values(row)",
    'server/src/records/parties/b.repository.ts': 'sql`UPDATE document SET status_id = ${id}`',
    'server/src/rooms/edit/c.repository.ts': "db.deleteFrom('document_owner as o')",
    'server/src/demo/d.repository.ts': 'sql`MERGE INTO organization AS o USING staged AS s ON true`',
    'server/src/records/audit/e.functions.sql': 'DELETE FROM session WHERE true;',
    'server/src/records/accounts/f.repository.ts': "db.updateTable('session').set({ a: 1 })",
    'server/src/rooms/files/g.repository.ts': 'db.insertInto(tableName).values(row)',
    'server/src/rooms/files/h.repository.ts': 'sql`TRUNCATE TABLE public."county"`',
    'server/src/rooms/files/i.repository.ts': "db.deleteFrom(['token', 'registration'])",
    'server/src/rooms/lookups/k.repository.ts': 'sql`UPDATE ONLY agent SET name = 1`',
    'server/src/rooms/files/l.repository.ts': 'sql`delete from retention_rule where id = 1`',
    'server/src/rooms/files/m.repository.ts': 'sql`update retention_hold as h set a = 1`',
    'server/src/rooms/files/n.repository.ts': 'sql`INSERT INTO "public"."receipt" VALUES (1)`',
    'server/src/rooms/files/o.repository.ts': "sql`DELETE FROM ${sql.table('agent_change')}`",
    'server/src/rooms/files/p.repository.ts': "sql.raw('UPDATE ' + table + ' SET a = 1')",
    'server/src/rooms/files/q.repository.ts': 'pool.query(`TRUNCATE ${names.join()}`)',
  },
  'no statement outside the gate takes documents away': {
    'server/src/records/documents/a.repository.ts': "db.deleteFrom('document').where('id', '=', id)",
    'server/src/records/documents/b.repository.ts': "db.updateTable('document as d').set(change)",
    'server/src/records/retention/c.repository.ts': 'sql`DELETE FROM document AS d USING expired`',
    'server/src/records/retention/d.repository.ts':
      'sql`UPDATE document SET status_id = 1, deleted_at = ${now}`',
    'server/src/records/documents/e.functions.sql':
      'INSERT INTO document VALUES (1) ON CONFLICT (id)\n  DO UPDATE SET deleted_at = now();',
    'server/src/engines/migrations/9001-f.sql': 'TRUNCATE audit_record, document;',
    'server/src/engines/migrations/9002-g.sql':
      'ALTER TABLE document ADD FOREIGN KEY (county_id)\n  REFERENCES county ON DELETE CASCADE;',
    'server/src/records/retention/i.repository.ts': 'sql`delete from document where id = 1`',
    'server/src/records/retention/j.repository.ts':
      'sql`UPDATE document SET (deleted_at, deleted_by) = (now(), 1)`',
    'server/src/records/retention/k.repository.ts':
      'sql`UPDATE document AS d SET (version, deleted_by, deleted_at) = (SELECT 1, 2, now())`',
    'server/src/records/retention/l.repository.ts': 'sql`UPDATE document SET "deleted_at" = now()`',
    'server/src/records/retention/m.repository.ts': "sql`DELETE FROM ${sql.table('document')}`",
    'server/src/records/retention/n.repository.ts': 'sql`UPDATE ${table} SET deleted_at = now()`',
    'server/src/records/retention/o.repository.ts':
      'sql`UPDATE document SET ${sql.id(column)} = now() WHERE id = 1`',
    'server/src/records/retention/p.repository.ts': "pool.query('DELETE FROM ' + table)",
    'server/src/records/retention/q.repository.ts': 'db.deleteFrom(table)',
    'server/src/records/retention/r.repository.ts':
      'sql`WITH held AS (UPDATE hold SET a = 1 RETURNING id) UPDATE document SET deleted_at = now()`',
    'server/src/records/retention/s.repository.ts': 'sql`DELETE FROM "public"."document"`',
    'server/src/records/retention/t.repository.ts': 'sql`DELETE /* expired */ FROM document`',
    'server/src/engines/migrations/9003-u.sql': 'update document set deleted_at = now();',
    'server/src/demo/h.ts': 'await pool.query(`MERGE INTO public.document AS d USING gone ON true`)',
  },
}

/** Files that break no rule on SQL, although they look like violations. */
export const SOUND_SQL: PlantedSources = {
  'server/src/records/access/county-scope.repository.ts': "const isNone = scope.kind === 'own'",
  'server/src/rooms/views/views.repository.ts':
    "const { kind } = cellsOf(scope)\nif (kind === 0 || reader.kind === 'firm') wait()",
  'server/src/engines/backup/load-tables.repository.ts': 'client.query(`TRUNCATE ${names.join()}`)',
  'server/src/engines/backup/copy.repository.ts': 'copyFrom(`COPY ${name} FROM STDIN`)',
  'server/src/records/intake/quota.repository.ts': [
    'sql`INSERT INTO ${table} AS had (${id}) VALUES (1) ON CONFLICT (${id}) DO UPDATE SET bytes = 1`',
    'sql`SELECT id FROM document WHERE deleted_at = ${at} FOR UPDATE OF d SKIP LOCKED`',
    'sql`MERGE INTO quota AS q USING staged AS s ON true WHEN MATCHED THEN UPDATE SET bytes = 1`',
  ].join('\n'),
  'server/src/records/holds/holds.repository.ts': 'sql`SELECT 1 FROM document FOR UPDATE `',
  'server/src/rooms/bulk/help.usecases.ts':
    "const help = ['Update your settings', 'Please copy the file, or delete it']",
}
