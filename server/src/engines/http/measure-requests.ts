import type { RequestMeter } from '../metrics/metric-source.ts'
import type { App } from './app-types.ts'

/** Meters each answered request by its registered route: a URL would name documents and people. */
export function measureRequests(app: App, meter: RequestMeter): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    meter({
      route: routeOptions.url ?? null,
      method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}
