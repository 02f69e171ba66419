import type { Pool, PoolClient } from 'pg'

export async function readRole(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

/** Whether the role of the pool may do what `owner` may: as itself, as a member or as a superuser. */
export async function usesOwnersRights(pool: Pool, owner: string): Promise<boolean> {
  const { rows } = await pool.query<{ uses: boolean }>(
    `SELECT pg_has_role(oid, 'MEMBER') AS uses FROM pg_roles WHERE rolname = $1`,
    [owner],
  )
  return rows[0]?.uses ?? false
}

/** Whether the role of the pool may make functions and tables where the portal's are, as the owner of the database may. */
export async function mayCreate(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`,
  )
  return rows[0]?.may ?? false
}

/** Whether the role of the pool cannot even read which release made the tables that are there. */
export async function hasNoRights(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ none: boolean | null }>(
    `SELECT NOT has_table_privilege(to_regclass('schema_migration'), 'SELECT') AS none`,
  )
  return rows[0]?.none ?? false
}

/**
 * What is the owner's alone is never for other roles: the function says what is. A schema older than the function lets be
 * read only how old it is.
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
