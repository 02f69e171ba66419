import type { Client } from 'pg'

/**
 * First key of our advisory locks: (PORTAL, one of the three below). They die with their connection and never go stale.
 */
const PORTAL = 0x706f7274
/** Every process that uses the database shares this lock; a process that gets it exclusively is the last one. */
const IN_USE = 1
/** Held by the only server. */
const SERVER = 2
/** Held while roles and the database are created. */
const SETUP = 3

/** Owns the portal's database and everything in it. */
export const OWNER_ROLE = 'portal'
/** The server and the commands work as this role. */
export const APP_ROLE = 'portal_app'

/** Registers this process as a user of the database. Waits while the last process to leave stops it. */
export async function takeUse(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [PORTAL, IN_USE])
}

/** Releases every lock and returns whether this process is the last. No other process can join until we disconnect. */
export async function leaveCluster(client: Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_all()')
  const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS last', [
    PORTAL,
    IN_USE,
  ])
  return rows[0]?.last ?? false
}

/** Null if this process is the server now; otherwise the name of the current server. */
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

/** Creates the owner role and the portal's database, unless an earlier start did. */
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

/** Creates the role that the portal works as, or changes its password. */
export async function makeAppRole(client: Client, password: string): Promise<void> {
  const verb = (await hasRole(client, APP_ROLE)) ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${APP_ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
}

/** Runs `work` while no other process creates roles or the database. If it fails, the lock ends with the connection. */
export async function setUpAlone<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('SELECT pg_advisory_lock($1, $2)', [PORTAL, SETUP])
  const result = await work()
  await client.query('SELECT pg_advisory_unlock($1, $2)', [PORTAL, SETUP])
  return result
}
