import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// An import reads every export of the module, including WebSocket, and so loads all of Node's own HTTP client.
const { createServer } = process.getBuiltinModule('node:http')

/** Maximum unanswered requests per connection, including the one in progress. Browsers do not pipeline requests. */
const MAX_UNANSWERED = 8

/** The queue of one connection: the response in progress, and the functions that start the next ones. */
type Line = { answering: ServerResponse; waiting: (() => void)[]; isEnding: boolean }

type Times = Pick<Server, 'headersTimeout' | 'keepAliveTimeout' | 'requestTimeout' | 'timeout'>

/** The server of an app, and the state of each of its connections. */
export type PipelineGuard = {
  /** Creates the server. Times are in milliseconds. */
  serve(handle: RequestListener, times: Times): Server
  /** The response in progress on this connection. */
  answeringOn(socket: Socket): ServerResponse | undefined
  /**
   * Ends a connection once the call in progress on it has its response; calls behind it do not start. Returns false,
   * and does nothing, if no complete call is in progress.
   */
  endAfterAnswer(socket: Socket): boolean
}

/**
 * Starts a request only after the previous one of its connection is answered, so that a connection holds the memory of
 * one response. It ends a connection with more than 8 unanswered requests. On a connection that can no longer send, it
 * starts none.
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
      // Node still parses what arrived together with the request over the limit. It also parses what followed the body
      // of a request whose response ended the connection.
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

/** Whether a response can still be sent. A call without a response must not run: its sender would repeat it. */
function isAnswerable(socket: Socket): boolean {
  return socket.writable
}

function listenFor(receive: RequestListener, times: Times): Server {
  // An unknown expectation may be ignored. Node itself would respond and give the sender of the body unlimited time.
  const server = createServer({ headersTimeout: times.headersTimeout }, receive).on(
    'checkExpectation',
    receive,
  )
  return Object.assign(server, times)
}
