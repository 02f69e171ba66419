import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answers, the one being answered included. No browser sends ahead. */
const UNANSWERED_AT_MOST = 8

/** What one connection has asked for: the answer that is made, and what begins each of the next. */
type Line = { answering: ServerResponse; waiting: (() => void)[] }

const lines = new WeakMap<Socket, Line>()

/** The answer that is made on this connection now. */
export const answeringOn = (socket: Socket): ServerResponse | undefined => lines.get(socket)?.answering

type Times = Pick<Server, 'headersTimeout' | 'keepAliveTimeout' | 'requestTimeout' | 'timeout'>

/**
 * A server that begins a request of a connection when the one before it is answered, so that a connection holds
 * what one answer takes, and that ends the connection of who has more than 8 unanswered. Times in milliseconds.
 */
export function serveOneByOne(handle: RequestListener, times: Times): Server {
  const receive: RequestListener = (request, response) => {
    const { socket } = request
    // What came in one piece with the request that was too many is read to its end all the same.
    if (socket.destroyed) return
    const begin = () => {
      response.once('close', () => beginNext(socket))
      handle(request, response)
    }
    const line = lines.get(socket)
    if (line === undefined) {
      lines.set(socket, { answering: response, waiting: [] })
      begin()
    } else if (line.waiting.length + 1 < UNANSWERED_AT_MOST) {
      line.waiting.push(() => {
        line.answering = response
        begin()
      })
    } else {
      socket.destroy()
    }
  }
  // An expectation that nobody knows may be passed over; Node itself would answer and leave the body's sender all the time.
  const server = createServer({ headersTimeout: times.headersTimeout }, receive).on(
    'checkExpectation',
    receive,
  )
  return Object.assign(server, times)
}

function beginNext(socket: Socket): void {
  const next = lines.get(socket)?.waiting.shift()
  if (next && !socket.destroyed) next()
  else lines.delete(socket)
}
