import { calendarYear } from '../calendar-year.ts'
import type { World } from '../world.ts'
import type { App } from './app-types.ts'

/** Milliseconds that what `/readyz` found out about the parts is told again. */
const PROBED_FOR = 5000

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
export function serveHealth(
  app: App,
  {
    warnings,
    ...world
  }: Pick<World, 'clock' | 'database' | 'storage' | 'log'> & { warnings: () => string[] },
): void {
  const probe = probeAtMostEvery(PROBED_FOR, world)
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const parts = await probe()
    const ready = Object.values(parts).every((state) => state === 'up')
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', parts, warnings: warnings() })
  })
}

type Parts = Record<'database' | 'storage', 'up' | 'down'>

/** Everybody may ask, as often as they like: the parts are tried once for all who do within that time. */
function probeAtMostEvery(
  time: number,
  { clock, database, storage, log }: Pick<World, 'clock' | 'database' | 'storage' | 'log'>,
): () => Promise<Parts> {
  const stateOf = tellingWhy(log)
  let last: { at: number; parts: Promise<Parts> } | undefined
  const tryParts = async () => {
    const outcomes = await Promise.allSettled([database.pool.query('SELECT 1'), storage.probe()])
    return { database: stateOf('database', outcomes[0]), storage: stateOf('storage', outcomes[1]) }
  }
  return () => {
    const at = clock.now().getTime()
    if (!last || Math.abs(at - last.at) >= time) last = { at, parts: tryParts() }
    return last.parts
  }
}

/** The reason stands in the log once for as long as a part is down, however often it is asked for. */
function tellingWhy(log: World['log']) {
  const down = new Set<keyof Parts>()
  return (part: keyof Parts, outcome: PromiseSettledResult<unknown>): 'up' | 'down' => {
    if (outcome.status === 'fulfilled') {
      down.delete(part)
      return 'up'
    }
    if (!down.has(part)) log.error({ err: outcome.reason, part }, 'A part of the portal is down.')
    down.add(part)
    return 'down'
  }
}
