import { once } from 'node:events'
import { connect } from 'node:net'

export type RawRequest = {
  /** Sends exactly these bytes. False if the connection broke before all were sent. */
  send(bytes: string | Buffer): Promise<boolean>
  /** The server's response so far. */
  answer(): string
  /** The status of the first response; 0 if there is none. */
  status(): number
  /** Whether the server or the network has ended the connection, or the server its half. */
  isOver(): boolean
  end(): void
}

/**
 * A separate connection, on which a test sends what no client would. With `allowHalfOpen` it keeps sending after the
 * server has ended its half, like a browser, until the test ends it.
 */
export async function rawRequest(
  port: number,
  { localAddress = '127.0.0.1', allowHalfOpen = false } = {},
): Promise<RawRequest> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen })
  await once(socket, 'connect')
  let answer = ''
  let isOver = false
  // Some tests wait for a server that cuts the connection.
  socket.on('error', () => undefined)
  for (const event of ['end', 'close']) socket.on(event, () => (isOver = true))
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  return {
    send: (bytes) => new Promise((resolve) => void socket.write(bytes, (error) => resolve(!error))),
    answer: () => answer,
    status: () => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0),
    isOver: () => isOver,
    end: () => void socket.destroy(),
  }
}
