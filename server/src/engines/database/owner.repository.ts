import type { Pool } from 'pg'

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

/** What is the owner's alone is never for other roles: the function says what is. */
export async function grantPortalRights(owner: Pool, role: string): Promise<void> {
  await owner.query('SELECT grant_portal_rights($1)', [role])
}
