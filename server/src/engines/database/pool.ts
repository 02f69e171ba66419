import { Socket, connect } from 'node:net'
import { hostname } from 'node:os'
import { Pool, types, type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg'
import type { Log } from '../log/log.ts'
import { join } from 'node:path'

/** Milliseconds that the database may take to hear it. */
const TIMEOUT_MS = 1000

/** Of the message that stands in for the version of the protocol. */
const CANCEL_REQUEST = 80_877_102

/** What the driver knows of its connection, and does not say in its types. */
type Session = { host: string; port: number; processID: number | null; secretKey: number | null }

/** How to reach a database: a URL, or the parts of one. */
export type Connection = Readonly<
  Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>
>

export type PoolSettings = {
  /** Connections at most. */
  readonly size: number
  readonly log: Log
  /** Milliseconds that a statement may keep silent; without it as long as it needs. */
  readonly stallTimeoutMs?: number | undefined
}

/** A pool whose database is watched and, where it is ours, brought back. `close` ends both. */
export type WatchedPool = { readonly pool: Pool; isUp(): boolean; close(): Promise<void> }

/** Characters that PostgreSQL keeps of a name. */
const MAX_NAME = 63

/** Milliseconds to wait for a connection, a new one or one that others use. */
const CONNECT_TIMEOUT_MS = 10_000

/** A calendar date stays the text it is: as a Date it would be a moment in this machine's zone. */
const readers: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.DATE && format !== 'binary' ? String : types.getTypeParser(type, format),
}

/**
 * A pool that outlives its database: connections that die are logged and replaced. When PostgreSQL keeps silent on a
 * connection in use for longer than `stallTimeoutMs`, it is cut, and its statement fails with 'Connection terminated
 * unexpectedly', after the database was asked to end it. Nothing is set in the session, so a pooler in transaction mode
 * may stand between.
 */
export function createPool(connection: Connection, { size, log, stallTimeoutMs = 0 }: PoolSettings): Pool {
  const pool = new Pool({
    ...connection,
    types: readers,
    max: size,
    // One stays, so that a database which goes away is noticed.
    min: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // By which a restore tells its own connections from those of a portal that is in use.
    application_name: `portal ${process.pid} ${hostname()}`.slice(0, MAX_NAME),
  })
  pool.on('connect', (client) => {
    // The pool itself hears only of idle connections; the death of one in use would end the process.
    client.on('error', (error) => {
      if (!pool.ending) log.warn({ err: error }, 'A database connection was lost.')
    })
    const { stream } = client.connection
    stream.on('timeout', () => {
      // What it still says would come too late.
      stream.pause()
      void cancelStatement(client).finally(() => stream.destroy())
    })
  })
  pool.on('error', () => {})
  pool.on('acquire', (client) => limitSilence(client, stallTimeoutMs))
  pool.on('release', (_error, client) => limitSilence(client, 0))
  return pool
}

/** Milliseconds, 0 for no bound. */
function limitSilence({ connection: { stream } }: PoolClient, stallTimeoutMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(stallTimeoutMs)
}

/** Does `work` on one connection whose statements may take as long as they need, as those of a migration. */
export async function withoutBound<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    limitSilence(client, 0)
    return await work(client)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection on which work failed may be in the middle of a transaction.
    client.release(failure)
  }
}

/**
 * Asks the database to end the statement that runs on this connection, by a connection of its own. The key is the one
 * that whoever answered gave us: a pooler passes the request on. Resolves when it was heard, or could not be.
 * @see https://www.postgresql.org/docs/15/protocol-flow.html (Canceling Requests in Progress)
 */
function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as PoolClient & Session
  if (processID === null || secretKey === null) return Promise.resolve()
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(CANCEL_REQUEST, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('connect', () => socket.write(message))
    // The database answers nothing and hangs up.
    socket.resume()
  })
}
