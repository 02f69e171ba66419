import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Connection } from '../pool.ts'
import {
  APP_ROLE,
  claimOrNameHolder,
  hasRole,
  makeAppRole,
  makeOwnerAndDatabase,
  OWNER_ROLE,
  setUpAlone,
  takeUse,
} from './cluster-locks.repository.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { newPassword, readPassword, writePassword } from './password-file.ts'
import { readPostmaster, type Postmaster } from './postmaster-file.ts'
import { hasSocket } from './postmaster-starter.ts'
import { isAlive } from '../../place.ts'

/** Milliseconds to connect, and for one statement. Both exceed what any of them needs. */
const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 90_000

/** Milliseconds that PostgreSQL may take to notice that the holder of a lock was killed. */
const LOCK_RELEASE_MS = 5000

export type Keeper = {
  readonly client: Client
  /** Connects to the portal's database as the role that the portal works as. */
  readonly config: Connection
  /** Connects as the role that owns the tables. */
  readonly owner: Connection
}

type Address = Pick<Connection, 'host' | 'port'>

/**
 * Connects to a running PostgreSQL and registers this process as a user of it. Rejects while it starts or stops; the
 * caller then retries.
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
    password: readPassword(files.superuserPassword),
    database: 'postgres',
    application_name: `portal ${server ? 'server' : 'command'} pid ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Waits while the last process to leave stops the database, and fails with it.
    await takeUse(client)
    // The lock may be free because the process that stops the database is already cut off.
    if (readPostmaster(files.data)?.isStopping) throw new Error('The database is stopping.')
    return { client, ...(await setUpPortal(client, files, address)) }
  } catch (error) {
    // end() may never resolve after a failed connect.
    client.connection.stream.destroy()
    throw error
  }
}

function addressOf({ data }: ClusterFiles, { address, port }: Postmaster): Address {
  return { host: address || (hasSocket(data) ? data : '127.0.0.1'), port }
}

/**
 * Creates the portal's database, the role that owns it and the role that owns nothing, where they are missing. A folder
 * of a release before 0030 has the first two. None of the roles is a superuser.
 */
async function setUpPortal(
  client: Client,
  files: ClusterFiles,
  address: Address,
): Promise<Pick<Keeper, 'config' | 'owner'>> {
  const ownerPassword = readPassword(files.ownerPassword)
  await setUpAlone(client, async () => {
    await makeOwnerAndDatabase(client, ownerPassword)
    if (existsSync(files.appPassword) && (await hasRole(client, APP_ROLE))) return
    const password = newPassword()
    await makeAppRole(client, password)
    // Last, so that a password in the file always is the role's password.
    writePassword(files.appPassword, password)
  })
  const to = { ...address, database: 'portal' }
  return {
    config: { ...to, user: APP_ROLE, password: readPassword(files.appPassword) },
    owner: { ...to, user: OWNER_ROLE, password: ownerPassword },
  }
}

/**
 * Makes this process the only server on its data.
 * @throws StartError if another server runs on it.
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
