import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { lacksSecondFactor, type FactorRule } from '../../../records/accounts/ways-in.repository.ts'

export type DatabaseFacts = {
  readonly version: string
  readonly bytes: number
  readonly migration: string | null
  readonly appliedAt: Date | null
}

/** The version of the server, the size of the database, and the newest change of its schema. */
export async function readDatabaseFacts(db: Kysely<DB>): Promise<DatabaseFacts | undefined> {
  const { rows } = await sql<DatabaseFacts>`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::double precision AS bytes,
      newest.name AS migration, newest.applied_at AS "appliedAt"
    FROM (VALUES (1)) AS one
    LEFT JOIN LATERAL (SELECT name, applied_at FROM schema_migration ORDER BY name DESC LIMIT 1) AS newest ON true`.execute(
    db,
  )
  return rows[0]
}

/** The number of quarantined stored files. */
export async function countQuarantined(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    SELECT count(*)::integer AS files FROM stored_object WHERE state = 'quarantined' AND state <> 'kept'`.execute(
    db,
  )
  return rows[0]?.files ?? 0
}

/** The number of people without the second factor that their role requires. */
export async function countWithoutFactor(db: Kysely<DB>, rule: FactorRule): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    SELECT count(*)::integer AS people FROM account
    WHERE ${lacksSecondFactor(rule)}`.execute(db)
  return rows[0]?.people ?? 0
}

export type NightFacts = {
  readonly night: string
  readonly documentsLeft: number
  readonly isDatabaseChecked: boolean
}

/** The nightly run that started last; undefined before the first. */
export async function readLastNight(db: Kysely<DB>): Promise<NightFacts | undefined> {
  const { rows } = await sql<NightFacts>`
    SELECT night::text, share_left AS "documentsLeft", database_checked AS "isDatabaseChecked" FROM night_watch`.execute(
    db,
  )
  return rows[0]
}
