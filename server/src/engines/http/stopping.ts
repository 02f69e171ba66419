import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app-types.ts'
import type { PipelineGuard } from './pipeline-guard.ts'

/**
 * Milliseconds that a call gets to arrive whole once the server stops. Without a bound of its own whoever sends headers and
 * no body, or nothing, holds the stop up for as long as uploads may take.
 */
const ARRIVE_GRACE_MS = 5000

/**
 * From the moment the app is told to close no new connection is taken, and each that is there ends with its next answer,
 * however long it would have been kept. What comes on one of them is still answered: a proxy does not send a call again
 * that changes something, so whoever sent it would hear of the stop. What has not come whole after 5 seconds is cut off,
 * save uploads that were let in.
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
  // Answers that had begun promised to keep the connection; the server alone would wait for as long as it is kept.
  app.addHook('onResponse', async ({ raw: { socket } }, { raw }) => {
    // Where the next answer is made already, that one ends the connection.
    const answering = answeringOn(socket)
    if (isClosing && (answering === undefined || answering === raw)) socket.destroySoon()
  })
}
