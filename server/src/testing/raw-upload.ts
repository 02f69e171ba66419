import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawUpload = {
  /** Sends the body up to that part of it, from 0 to 1. */
  sendUpTo(part: number): Promise<void>
  /** Breaks the connection off without a word. */
  destroy(): void
  /** Resolves with all that the server answers until it closes the connection. */
  answer(): Promise<string>
}

type Form = { payload: Buffer; headers: Record<string, string> }

/** An upload whose bytes the test sends when it wants to, on a connection of its own. */
export async function rawUpload(port: number, { payload, headers }: Form): Promise<RawUpload> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  // A server that cuts the connection is what some tests wait for.
  socket.on('error', () => undefined)
  const lines = { host: 'localhost', connection: 'close', 'content-length': payload.length, ...headers }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  await write(socket, Buffer.from(`POST /api/files/upload HTTP/1.1\r\n${head.join('')}\r\n`))
  let sent = 0
  return {
    async sendUpTo(part) {
      const end = Math.floor(payload.length * part)
      await write(socket, payload.subarray(sent, end))
      sent = end
    },
    destroy: () => void socket.destroy(),
    answer: () => text(socket),
  }
}

/** Resolves when the bytes are with the system, or the connection is gone. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => void socket.write(bytes, () => resolve()))
}
