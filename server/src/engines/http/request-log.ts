import type { App } from './app-types.ts'

/** One line for each answered request. The query string stays out: links of mails carry tokens there. */
export function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms, address: request.callerAddress },
      'answered',
    )
  })
}
