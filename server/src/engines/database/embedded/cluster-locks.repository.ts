import type { Client } from 'pg'

/** The space of our advisory locks: (PORTAL, one of the three below). They die with their connection, so none goes stale. */
const PORTAL = 0x706f7274
/** Shared by every process that uses the database; who gets it alone is the last one out. */
const IN_USE = 1
/** The one server. */
const SERVER = 2
/** Held while roles and database are made. */
const SETUP = 3

/** Owns the portal's database and all in it. */
export const OWNER_ROLE = 'portal'
/** The server and the commands work as this one. */
export const APP_ROLE = 'portal_app'

/** Says that this process uses the database. Waits while the last one out stops it. */
export async function takeUse(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [PORTAL, IN_USE])
}

/** Gives up every lock and returns whether nobody else uses the database now; nobody can begin to until we disconnect. */
export async function leaveCluster(client: Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_all()')
  const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS last', [
    PORTAL,
    IN_USE,
  ])
  return rows[0]?.last ?? false
}

/** Null when this process is the server now, else what the one that is calls itself. */
export async function claimOrNameHolder(client: Client): Promise<string | null> {
  const lock = [PORTAL, SERVER]
  const claim = 'SELECT pg_try_advisory_lock($1, $2) AS ours'
  const { rows } = await client.query<{ ours: boolean }>(claim, lock)
  if (rows[0]?.ours) return null
  const holders = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted`,
    lock,
  )
  return holders.rows[0]?.name ?? 'portal server'
}

/** Makes the role that owns the portal's tables and its database, where a first start has not. */
export async function makeOwnerAndDatabase(client: Client, password: string): Promise<void> {
  const { rows: databases } = await client.query(`SELECT FROM pg_database WHERE datname = 'portal'`)
  if (databases.length > 0) return
  if (!(await hasRole(client, OWNER_ROLE))) {
    await client.query(`CREATE ROLE ${OWNER_ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
  }
  await client.query(`CREATE DATABASE portal OWNER ${OWNER_ROLE}`)
}

export async function hasRole(client: Client, role: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).rowCount === 1
}

/** Makes the role as which the portal works, or gives it another password. */
export async function makeAppRole(client: Client, password: string): Promise<void> {
  const verb = (await hasRole(client, APP_ROLE)) ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${APP_ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
}

/** Does `work` while no other process makes roles or the database. The lock ends with the connection where it fails. */
export async function setUpAlone<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('SELECT pg_advisory_lock($1, $2)', [PORTAL, SETUP])
  const result = await work()
  await client.query('SELECT pg_advisory_unlock($1, $2)', [PORTAL, SETUP])
  return result
}
