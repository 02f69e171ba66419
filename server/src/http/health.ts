import { calendarYear } from '../calendar-year.ts'
import type { World } from '../world.ts'
import type { App } from './app-types.ts'

/** What a person who runs the portal should know though everything works. */
export function warningsOf({ settings, clock }: Pick<World, 'settings' | 'clock'>): string[] {
  const year = calendarYear(clock.now(), settings.timeZone)
  const warnings = ['No virus scanner is set up: uploads are not scanned.']
  if (!settings.staffEmailDomain) warnings.push('STAFF_EMAIL_DOMAIN is not set: staff cannot register.')
  if (year > settings.newestAppraisalYear) {
    warnings.push(`NEWEST_APPRAISAL_YEAR is ${settings.newestAppraisalYear}, but the calendar says ${year}.`)
  }
  return warnings
}

/** `/healthz`: the process answers. `/readyz`: its parts do too. Both stand at the root and tell nothing secret. */
export function serveHealth(app: App, world: World): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.allSettled([
      world.database.pool.query('SELECT 1'),
      world.storage.probe(),
    ])
    const parts = { database: stateOf(database), storage: stateOf(storage) }
    const ready = Object.values(parts).every((state) => state === 'up')
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', parts, warnings: warningsOf(world) })
  })
}

function stateOf(outcome: PromiseSettledResult<unknown>): 'up' | 'down' {
  return outcome.status === 'fulfilled' ? 'up' : 'down'
}
