import type { App } from './app-types.ts'
import type { OneByOne } from './one-by-one.ts'

/**
 * From the moment the app is told to close no new connection is taken, and each that is there ends with its next answer,
 * however long it would have been kept. What comes on one of them is still answered: a proxy does not send a call again
 * that changes something, so whoever sent it would hear of the stop.
 */
export function endConnectionsOnClosing(app: App, { answeringOn }: Pick<OneByOne, 'answeringOn'>): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
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
