import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

export async function readRole(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

/** The bound of `randomInt`, 48 bits: two checks at the same time do not draw the same lock. */
const LOCKS = 2 ** 48 - 1

/**
 * Whether both pools work on one database of one server. Names, addresses and system identifiers also agree for copies,
 * and differ behind a pooler. An advisory lock is visible in its own database only.
 */
export async function isSameDatabase(pool: Pool, owner: Pool): Promise<boolean> {
  const lock = randomInt(LOCKS)
  const client = await owner.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1::bigint)', [lock])
    const { rows } = await pool.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1::bigint) AS free',
      [lock],
    )
    await client.query('ROLLBACK')
    return rows[0]?.free === false
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection in the middle of a transaction must not go back.
    client.release(failure)
  }
}

/** Whether the pool's role has the rights of `owner`: as that role, as a member or as a superuser. */
export async function usesOwnersRights(pool: Pool, owner: string): Promise<boolean> {
  const { rows } = await pool.query<{ uses: boolean }>(
    `SELECT pg_has_role(oid, 'MEMBER') AS uses FROM pg_roles WHERE rolname = $1`,
    [owner],
  )
  return rows[0]?.uses ?? false
}

/** Whether the pool's role may create functions and tables in the portal's schema, as the owner of the database may. */
export async function mayCreate(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`,
  )
  return rows[0]?.may ?? false
}

/** Whether the pool's role cannot even read which release made the existing tables. */
export async function hasNoRights(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ none: boolean | null }>(
    `SELECT NOT has_table_privilege(to_regclass('schema_migration'), 'SELECT') AS none`,
  )
  return rows[0]?.none ?? false
}

/**
 * Never grants other roles what belongs to the owner only; the SQL function decides what that is. A schema older than
 * that function lets the portal read its version only.
 */
export async function grantPortalRights(owner: Pool | PoolClient, role: string): Promise<void> {
  const { rows } = await owner.query<{ grant: string | null }>(
    `SELECT CASE WHEN to_regproc('grant_portal_rights') IS NOT NULL THEN format('SELECT grant_portal_rights(%L)', $1::text)
       WHEN to_regclass('schema_repeatable') IS NOT NULL
         THEN format('GRANT SELECT ON schema_migration, schema_repeatable TO %I', $1::text) END AS grant`,
    [role],
  )
  if (rows[0]?.grant) await owner.query(rows[0].grant)
}
