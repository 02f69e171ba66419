import { Socket, connect } from 'node:net'
import { hostname } from 'node:os'
import { Pool, types, type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg'
import type { Log } from '../log/log.ts'
import { join } from 'node:path'

/** Milliseconds for the database to receive the cancel request. */
const TIMEOUT_MS = 1000

/** The code that replaces the protocol version in a cancel request. */
const CANCEL_REQUEST = 80_877_102

/** Fields of the driver's connection that its types omit. */
type Session = {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
  /** False while a statement runs. */
  readyForQuery: boolean
}

/** How to reach a database: a URL, or the parts of one. */
export type Connection = Readonly<
  Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>
>

export type PoolSettings = {
  /** Maximum number of connections. */
  readonly size: number
  readonly log: Log
  /** Milliseconds that a statement may stay silent; no limit without it. */
  readonly stallTimeoutMs?: number | undefined
  /** Called when the disk of the database has no room for what a statement writes. */
  readonly onDiskFull?: (() => void) | undefined
}

/** PostgreSQL's code for a full disk. */
const DISK_FULL = '53100'

/** A pool whose database is monitored and, if it is embedded, restarted. `close` ends both. */
export type WatchedPool = { readonly pool: Pool; isUp(): boolean; close(): Promise<void> }

/** PostgreSQL truncates names to this many characters. */
const MAX_NAME = 63

/** Milliseconds to wait for a connection, new or in use. */
const CONNECT_TIMEOUT_MS = 10_000

/** Keeps a calendar date as text: a Date would be a moment in this machine's time zone. */
const readers: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.DATE && format !== 'binary' ? String : types.getTypeParser(type, format),
}

/**
 * A pool that outlives its database: it logs and replaces connections that die. When PostgreSQL stays silent for longer
 * than `stallTimeoutMs` while a statement runs, the pool asks the database to cancel the statement and then cuts the
 * connection. Between two statements of a transaction, silence is no fault: an export may wait for its reader. The statement fails with 'Connection terminated unexpectedly'. It sets nothing in the session, so a
 * pooler in transaction mode may sit in between.
 */
export function createPool(
  connection: Connection,
  { size, log, stallTimeoutMs = 0, onDiskFull }: PoolSettings,
): Pool {
  const pool = new Pool({
    ...connection,
    types: readers,
    max: size,
    // One connection stays open, so that we notice a database that goes down.
    min: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // A restore uses it to tell its own connections from those of a running portal.
    application_name: `portal ${process.pid} ${hostname()}`.slice(0, MAX_NAME),
  })
  pool.on('connect', (client) => {
    // The pool handles errors of idle connections only; an unhandled error of one in use would end the process.
    client.on('error', (error) => {
      if (!pool.ending) log.warn({ err: error }, 'A database connection was lost.')
    })
    const { connection: channel } = client
    channel.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === DISK_FULL) onDiskFull?.()
    })
    const { stream } = channel
    stream.on('timeout', () => {
      // The next statement starts the time again.
      if ((client as PoolClient & Session).readyForQuery) return
      // Any later output comes too late.
      stream.pause()
      void cancelStatement(client).finally(() => stream.destroy())
    })
  })
  pool.on('error', () => {})
  pool.on('acquire', (client) => limitSilence(client, stallTimeoutMs))
  pool.on('release', (_error, client) => limitSilence(client, 0))
  return pool
}

/** Milliseconds, 0 for no limit. */
function limitSilence({ connection: { stream } }: PoolClient, stallTimeoutMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(stallTimeoutMs)
}

/** Runs `work` on one connection without a limit on silence, as migrations need it. */
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
 * Asks the database to cancel the statement that runs on this connection, through a separate connection. The key comes
 * from the server that we connected to; a pooler forwards the request. Resolves when the request was received or
 * failed.
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
    // The database sends no response and closes the connection.
    socket.resume()
  })
}
