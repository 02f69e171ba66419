import { RESTARTING } from '@portal/contract/common-errors.ts'
import type { App } from './app-types.ts'
import { failure } from './errors.ts'

/**
 * From the moment the app is told to close: what still comes is refused, and each connection ends with the answer that
 * is on its way, however long it would have been kept. Call it after what marks and logs every answer.
 */
export function endConnectionsOnClosing(app: App): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw failure(RESTARTING)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  // Answers that had begun promised to keep the connection; the server alone would wait for as long as it is kept.
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    if (isClosing) socket.destroySoon()
  })
}
