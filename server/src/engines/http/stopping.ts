import type { IncomingMessage, Server } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app-types.ts'
import type { PipelineGuard } from './pipeline-guard.ts'

/**
 * Milliseconds for a call to arrive completely once the server stops. Without this limit, a client that sends headers
 * but no body, or nothing, would delay the stop for as long as uploads may take.
 */
const ARRIVE_GRACE_MS = 5000

/**
 * When the app starts to close, it accepts no new connections, after those that already exist. Each existing one ends with its next response, whatever
 * its keep-alive time. Calls that arrive on one still get a response: a proxy does not resend a call that changes
 * something, so its sender would notice the stop. After 5 seconds, it cuts off calls that have not arrived completely,
 * except uploads that were let in.
 */
export function endConnectionsOnClosing(app: App, { answeringOn }: Pick<PipelineGuard, 'answeringOn'>): void {
  let isClosing = false
  const sockets = new Set<Socket>()
  const uploads = new WeakSet<IncomingMessage>()
  const cutOffLate = () => {
    for (const socket of sockets) {
      const call = answeringOn(socket)?.req
      if (!call || (!call.complete && !uploads.has(call))) socket.destroy()
    }
  }
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const payload = routeOptions.config?.endpoint?.payload
    if (payload === 'upload' || payload === 'bytes') uploads.add(raw)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    await stopListening(app.server)
    setTimeout(cutOffLate, ARRIVE_GRACE_MS).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  // Responses already begun promised to keep the connection, and the server alone would wait for its keep-alive time.
  app.addHook('onResponse', async ({ raw: { socket } }, { raw }) => {
    // If the next response is already in progress, that one ends the connection.
    const answering = answeringOn(socket)
    if (isClosing && (answering === undefined || answering === raw)) socket.destroySoon()
  })
}

/** Milliseconds of an event loop turn that had almost nothing to do. */
const QUIET_TURN_MS = 0.2

/** Milliseconds to wait for a quiet turn. */
const QUIET_WAIT_MS = 1000

/**
 * Closes the listening socket directly after a quiet turn of the event loop. The kernel resets each connection that it
 * has established and the server has not accepted, and a proxy does not resend a POST that was reset. A turn accepts all
 * connections that exist, so after a quiet one hardly any is left.
 */
async function stopListening(server: Server): Promise<void> {
  // The rest of this turn may accept no connection.
  await nextTurn()
  let turn = performance.now()
  const latest = turn + QUIET_WAIT_MS
  for (let isQuiet = false; !isQuiet && turn < latest;) {
    await nextTurn()
    const now = performance.now()
    isQuiet = now - turn < QUIET_TURN_MS
    turn = now
  }
  // Not the method of the HTTP server, which visits its connections before it closes the socket.
  Listener.prototype.close.call(server)
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Milliseconds for calls that were cut off to clean up. A database that is down may delay them. */
const CLEAN_UP_GRACE_MS = 5000

/**
 * Lets the app close only after its calls have ended. A call whose connection was cut off still removes its bytes and
 * releases its permit, and needs the database for that. Add this before the routes.
 */
export function waitForCallsOnClosing(app: App): void {
  const running = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const call: unknown = handler.call(this, request, reply)
      if (!(call instanceof Promise)) return call
      const forget = () => void running.delete(call)
      running.add(call)
      call.then(forget, forget)
      return call
    }
  })
  app.addHook('onClose', async () => {
    await Promise.race([Promise.allSettled(running), sleep(CLEAN_UP_GRACE_MS, undefined, { ref: false })])
  })
}
