import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Connection } from '../pool.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { readPostmaster, type Postmaster } from './postmaster-file.ts'
import { hasSocket } from './postmaster-starter.ts'
import { isAlive } from './processes.ts'

/** The space of our advisory locks: (PORTAL, one of the three below). They die with their connection, so none goes stale. */
const PORTAL = 0x706f7274
/** Shared by every process that uses the database; who gets it alone is the last one out. */
const IN_USE = 1
/** The one server. */
const SERVER = 2
/** Held while role and database are made. */
const SETUP = 3

/** Milliseconds: to connect, and for one statement; both are longer than what any of them takes. */
const CONNECT_TIMEOUT = 10_000
const QUERY_TIMEOUT = 90_000

/** Milliseconds that PostgreSQL may take to notice that the process which held a lock was killed. */
const DYING = 5000

export type Keeper = { readonly client: Client; readonly config: Connection }

type Address = Pick<Connection, 'host' | 'port'>

/**
 * Connects to a running PostgreSQL and says that this process uses it. Rejects while it starts or stops: then the caller
 * tries again.
 */
export async function joinCluster(
  files: ClusterFiles,
  postmaster: Postmaster,
  { server }: { server: boolean },
): Promise<Keeper> {
  const address = addressOf(files, postmaster)
  const client = new Client({
    ...address,
    user: 'postgres',
    password: readFileSync(files.superuserPassword, 'utf8').trim(),
    database: 'postgres',
    application_name: `portal ${server ? 'server' : 'command'} pid ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Waits while the last one out stops the database, and fails with it.
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [PORTAL, IN_USE])
    // The lock may have come free because the one who stops the database is cut off already.
    if (readPostmaster(files.data)?.isStopping) throw new Error('The database is stopping.')
    return { client, config: await setUpPortal(client, files, address) }
  } catch (error) {
    // end() may never resolve after a failed connect.
    client.connection.stream.destroy()
    throw error
  }
}

function addressOf({ data }: ClusterFiles, { address, port }: Postmaster): Address {
  return { host: address || (hasSocket(data) ? data : '127.0.0.1'), port }
}

/** Makes the portal's own role, which is no superuser, and its database, where a first start has not. */
async function setUpPortal(client: Client, files: ClusterFiles, address: Address): Promise<Connection> {
  const password = readFileSync(files.portalPassword, 'utf8').trim()
  await client.query('SELECT pg_advisory_lock($1, $2)', [PORTAL, SETUP])
  const { rows: databases } = await client.query(`SELECT FROM pg_database WHERE datname = 'portal'`)
  if (databases.length === 0) {
    const { rows: roles } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'portal'`)
    if (roles.length === 0) {
      await client.query(`CREATE ROLE portal LOGIN PASSWORD ${client.escapeLiteral(password)}`)
    }
    await client.query('CREATE DATABASE portal OWNER portal')
  }
  await client.query('SELECT pg_advisory_unlock($1, $2)', [PORTAL, SETUP])
  return { ...address, user: 'portal', password, database: 'portal' }
}

/** Makes this process the one server on its data. Throws StartError where there is one. */
export async function claimServer(client: Client, { dataDir }: ClusterFiles): Promise<void> {
  const end = performance.now() + DYING
  for (; ; await sleep(50)) {
    const holder = await tryClaim(client)
    if (holder === null) return
    const pid = Number(holder.split(' ').at(-1))
    if (isAlive(pid) || performance.now() > end) {
      throw new StartError(
        `Another portal already runs on ${dataDir} (${holder}). Stop it first, or take another DATA_DIR.`,
      )
    }
  }
}

/** Null when this process is the server now, else what the one that is calls itself. */
async function tryClaim(client: Client): Promise<string | null> {
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

/** Gives up every lock and answers whether nobody else uses the database now; nobody can begin to until we disconnect. */
export async function leaveCluster(client: Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_all()')
  const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS last', [
    PORTAL,
    IN_USE,
  ])
  return rows[0]?.last ?? false
}
