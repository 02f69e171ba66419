import type { Engines } from '../engines.ts'
import type { App } from './app-types.ts'

/** `/healthz`: the process answers. `/readyz`: its parts do too. Both stand at the root and tell nothing secret. */
export function serveHealth(
  app: App,
  { healthProbe, warnings }: Pick<Engines, 'healthProbe'> & { warnings: () => Promise<string[]> },
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const parts = await healthProbe.probe()
    const ready = Object.values(parts).every((state) => state === 'up')
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        parts,
        warnings: [...healthProbe.reasons(), ...(await warnings())],
      })
  })
}
