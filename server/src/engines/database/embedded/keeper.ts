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

/** Milliseconds: to connect, and for one statement; both are longer than what any of them takes. */
const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 90_000

/** Milliseconds that PostgreSQL may take to notice that the process which held a lock was killed. */
const LOCK_RELEASE_MS = 5000

export type Keeper = {
  readonly client: Client
  /** For the role as which the portal works, on its database. */
  readonly config: Connection
  /** The same for the role that owns the tables. */
  readonly owner: Connection
}

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
    // Waits while the last one out stops the database, and fails with it.
    await takeUse(client)
    // The lock may have come free because the one who stops the database is cut off already.
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
 * Makes the portal's database, the role that owns it and the one that owns nothing, where there are none: a folder of a
 * release before 0030 has the first two. None of them is a superuser.
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
    // Last: a password that stands in its file is the role's.
    writePassword(files.appPassword, password)
  })
  const to = { ...address, database: 'portal' }
  return {
    config: { ...to, user: APP_ROLE, password: readPassword(files.appPassword) },
    owner: { ...to, user: OWNER_ROLE, password: ownerPassword },
  }
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
