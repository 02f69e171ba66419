import type { App } from './app-types.ts'

/** Logs one line per answered request, without the query string: links in emails carry tokens there. */
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
