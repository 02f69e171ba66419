import { connect } from 'node:net'
import { join } from 'node:path'
import type { PoolClient } from 'pg'

/** Milliseconds that the database may take to hear it. */
const TIMEOUT_MS = 1000
/** Of the message that stands in for the version of the protocol. */
const CANCEL_REQUEST = 80_877_102

/** What the driver knows of its connection, and does not say in its types. */
type Session = { host: string; port: number; processID: number | null; secretKey: number | null }

/**
 * Asks the database to end the statement that runs on this connection, by a connection of its own. The key is the one
 * that whoever answered gave us: a pooler passes the request on. Resolves when it was heard, or could not be.
 * @see https://www.postgresql.org/docs/15/protocol-flow.html (Canceling Requests in Progress)
 */
export function cancelStatement(client: PoolClient): Promise<void> {
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
