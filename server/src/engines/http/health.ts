import type { ClockStatus } from '../clock/clock-keeper.ts'
import type { Engines } from '../engines.ts'
import type { Warning } from '../warnings/warning-source.ts'
import type { App, Request } from './app-types.ts'
import { isFromThisMachine } from './caller-address.ts'
import type { CollectWarnings } from './collect-warnings.ts'

/** Whether the portal works, and what is wrong or may soon be. */
export type Health = {
  readonly isReady: boolean
  readonly parts: Awaited<ReturnType<Engines['healthProbe']['probe']>>
  readonly warnings: readonly Warning[]
  readonly clock: ClockFacts
}

/** How far to trust this machine's clock, which determines the times of filings. */
type ClockFacts = { readonly keptByNtp: ClockStatus; readonly aheadOfDatabaseMs: number }

type Probing = Pick<Engines, 'healthProbe' | 'clockKeeper' | 'skew'> & {
  readonly warnings: CollectWarnings
}

/** Builds the function that returns the portal's health, for `/readyz` and for callers inside the server. */
export function createHealth({ healthProbe, clockKeeper, skew, warnings }: Probing): () => Promise<Health> {
  return async () => {
    // In parallel, so that a part that hangs takes no more than its own time.
    const [parts, read] = await Promise.all([healthProbe.probe(), warnings.read()])
    const isReady = Object.values(parts).every((state) => state === 'up')
    const clock = { keptByNtp: clockKeeper.state(), aheadOfDatabaseMs: Math.round(skew.aheadMs()) }
    return { isReady, parts, warnings: [...warnings.now(), ...read], clock }
  }
}

type Serving = {
  readonly readHealth: () => Promise<Health>
  /** Whether the caller may read which part is down and the portal's warnings. Called only while the database works. */
  readonly mayReadDetails: (request: Request) => Promise<boolean>
}

/**
 * `/healthz`: the process responds. `/readyz`: its parts respond too. Both are at the root. Anyone may read whether the
 * portal is ready. The warnings name folders, counts and damaged documents, so only this machine and administrators get
 * them.
 */
export function serveHealth(app: App, { readHealth, mayReadDetails }: Serving): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (request, reply) => {
    const { isReady, parts, warnings, clock } = await readHealth()
    const hasDetails =
      isFromThisMachine(request) || (parts.database === 'up' && (await mayReadDetails(request)))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : 'not ready',
        ...(hasDetails ? { parts, warnings: warnings.map(({ text }) => text), clock } : {}),
      })
  })
}
