import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app-types.ts'
import type { PipelineGuard } from './pipeline-guard.ts'

/**
 * Milliseconds for a call to arrive completely once the server stops. Without this limit, a client that sends headers
 * but no body, or nothing, would delay the stop for as long as uploads may take.
 */
const ARRIVE_GRACE_MS = 5000

/**
 * When the app starts to close, it accepts no new connections. Each existing one ends with its next response, whatever
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
