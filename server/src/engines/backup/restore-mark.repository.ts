import type { Pool, PoolClient } from 'pg'
import { StartError } from '../config/start-error.ts'
import { UNFINISHED_RESTORE } from './restore-folder-mark.ts'

/** Exists from the first change of a restore to its last: a database that has it is not a portal. */
export const MARK = 'unfinished_restore'

export async function isMarked(db: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ marked: boolean }>(`SELECT to_regclass('${MARK}') IS NOT NULL AS marked`)
  return rows[0]?.marked ?? false
}

export async function mark(db: Pick<Pool, 'query'>): Promise<void> {
  await db.query(`CREATE TABLE IF NOT EXISTS ${MARK} ()`)
}

/** The last step of a restore. */
export async function unmark(db: Pick<Pool, 'query'>): Promise<void> {
  await db.query(`DROP TABLE ${MARK}`)
}

/** @throws StartError if a restore started and did not finish. */
export async function refuseUnfinishedRestore(db: Pick<Pool, 'query'>): Promise<void> {
  if (!(await isMarked(db))) return
  throw new StartError(UNFINISHED_RESTORE)
}

/**
 * Removes every table, view, sequence, function and type of the portal's schema, except the mark and the objects of
 * extensions. Only for a database without anyone's data.
 */
export async function dropEverything(client: Pick<PoolClient, 'query'>): Promise<void> {
  await client.query(`
    DO $$
    DECLARE
      statements text[];
      statement text;
    BEGIN
      -- All are named before the first is dropped, which takes others with it.
      SELECT array_agg(found.statement) INTO statements FROM (
        SELECT format('DROP %s IF EXISTS %s CASCADE',
          CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
          c.oid::regclass) AS statement
        FROM pg_class AS c
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT relispartition AND relname <> '${MARK}'
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass
            -- What an extension brought, and the sequences of identity columns, which go with their tables.
            AND (deptype = 'e' OR relkind = 'S' AND deptype = 'i'))
        UNION ALL
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc AS p
        WHERE pronamespace = current_schema()::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND classid = 'pg_proc'::regclass AND deptype = 'e')
        UNION ALL
        SELECT format('DROP TYPE IF EXISTS %s CASCADE', t.oid::regtype) FROM pg_type AS t
        WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('e', 'd')
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = t.oid AND classid = 'pg_type'::regclass AND deptype = 'e')
      ) AS found;
      FOREACH statement IN ARRAY coalesce(statements, '{}') LOOP
        EXECUTE statement;
      END LOOP;
    END $$`)
}

/** How many other sessions of a portal use this database, without the caller's own. */
export async function countOtherSessions(db: Pick<Pool, 'query'>, ownName: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'portal%' AND application_name <> $1`,
    [ownName],
  )
  return rows[0]?.n ?? 0
}
