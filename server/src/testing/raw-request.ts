import { once } from 'node:events'
import { connect } from 'node:net'

export type RawRequest = {
  /** Sends these bytes as they are; false when the connection was gone before all of them were away. */
  send(bytes: string | Buffer): Promise<boolean>
  /** What the server has answered so far. */
  answer(): string
  /** The status of the first answer; 0 while there is none. */
  status(): number
  /** Whether the server, or the network, has ended the connection. */
  isOver(): boolean
  end(): void
}

/** A connection of its own, on which a test sends what no client would. */
export async function rawRequest(port: number, { localAddress = '127.0.0.1' } = {}): Promise<RawRequest> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  let answer = ''
  let isOver = false
  // A server that cuts the connection is what some tests wait for.
  socket.on('error', () => undefined).on('close', () => (isOver = true))
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  return {
    send: (bytes) => new Promise((resolve) => void socket.write(bytes, (error) => resolve(!error))),
    answer: () => answer,
    status: () => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0),
    isOver: () => isOver,
    end: () => void socket.destroy(),
  }
}
