import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// An import reads every export of the module, WebSocket among them, and so loads all of Node's own HTTP client.
const { createServer } = process.getBuiltinModule('node:http')

/** Requests of one connection that wait for their answers, the one being answered included. No browser sends ahead. */
const MAX_UNANSWERED = 8

/** What one connection has asked for: the answer that is made, and what begins each of the next. */
type Line = { answering: ServerResponse; waiting: (() => void)[]; isEnding: boolean }

type Times = Pick<Server, 'headersTimeout' | 'keepAliveTimeout' | 'requestTimeout' | 'timeout'>

/** The server of an app, and what it is doing on each of its connections. */
export type PipelineGuard = {
  /** Makes the server. Times in milliseconds. */
  serve(handle: RequestListener, times: Times): Server
  /** The answer that is made on this connection now. */
  answeringOn(socket: Socket): ServerResponse | undefined
  /**
   * Ends a connection once the call that is being answered on it has its answer; calls behind that one are not begun.
   * Returns false where no complete call is being answered: then nothing happens.
   */
  endAfterAnswer(socket: Socket): boolean
}

/**
 * Begins a request of a connection when the one before it is answered, so that a connection holds what one answer takes,
 * and ends the connection of who has more than 8 unanswered. A connection on which nothing more is sent begins none.
 */
export function createPipelineGuard(): PipelineGuard {
  const lines = new WeakMap<Socket, Line>()

  const beginNext = (socket: Socket) => {
    const next = lines.get(socket)?.waiting.shift()
    if (next && isAnswerable(socket)) next()
    else lines.delete(socket)
  }
  const receiver = (handle: RequestListener): RequestListener => {
    return (request, response) => {
      const { socket } = request
      // What came in one piece with the request that was too many is read to its end all the same; so is what came behind
      // the body of a request whose answer ended the connection.
      if (!isAnswerable(socket) || lines.get(socket)?.isEnding) return
      const begin = () => {
        response.once('close', () => beginNext(socket))
        handle(request, response)
      }
      const line = lines.get(socket)
      if (line === undefined) {
        lines.set(socket, { answering: response, waiting: [], isEnding: false })
        begin()
      } else if (line.waiting.length + 1 < MAX_UNANSWERED) {
        line.waiting.push(() => {
          line.answering = response
          begin()
        })
      } else {
        socket.destroy()
      }
    }
  }
  return {
    serve: (handle, times) => listenFor(receiver(handle), times),
    answeringOn: (socket) => lines.get(socket)?.answering,
    endAfterAnswer(socket) {
      const line = lines.get(socket)
      if (!line?.answering.req.complete) return false
      if (line.isEnding) return true
      line.isEnding = true
      line.waiting.length = 0
      line.answering.shouldKeepAlive = false
      line.answering.once('close', () => socket.destroySoon())
      return true
    },
  }
}

/** Whether an answer can still be sent. What nobody can answer must not be carried out: its sender would do it again. */
function isAnswerable(socket: Socket): boolean {
  return socket.writable
}

function listenFor(receive: RequestListener, times: Times): Server {
  // An expectation that nobody knows may be passed over; Node itself would answer and leave the body's sender all the time.
  const server = createServer({ headersTimeout: times.headersTimeout }, receive).on(
    'checkExpectation',
    receive,
  )
  return Object.assign(server, times)
}
