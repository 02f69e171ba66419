import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Connection } from '../pool.ts'
import { claimOrNameHolder, makeRoleAndDatabase, takeUse } from './cluster-locks.repository.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { readPostmaster, type Postmaster } from './postmaster-file.ts'
import { hasSocket } from './postmaster-starter.ts'
import { isAlive } from './processes.ts'

/** Milliseconds: to connect, and for one statement; both are longer than what any of them takes. */
const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 90_000

/** Milliseconds that PostgreSQL may take to notice that the process which held a lock was killed. */
const LOCK_RELEASE_MS = 5000

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
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Waits while the last one out stops the database, and fails with it.
    await takeUse(client)
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
  await makeRoleAndDatabase(client, password)
  return { ...address, user: 'portal', password, database: 'portal' }
}

/**
 * Makes this process the one server on its data.
 * @throws StartError where there is one.
 */
export async function claimServer(client: Client, { dataDir }: ClusterFiles): Promise<void> {
  const end = performance.now() + LOCK_RELEASE_MS
  for (; ; await sleep(50)) {
    const holder = await claimOrNameHolder(client)
    if (holder === null) return
    const pid = Number(holder.split(' ').at(-1))
    if (isAlive(pid) || performance.now() > end) {
      throw new StartError(
        `Another portal already runs on ${dataDir} (${holder}). Stop it first, or take another DATA_DIR.`,
      )
    }
  }
}
