import type { Clock } from '../clock/clock.ts'
import type { Database } from '../database/open-database.ts'
import { ping } from '../database/ping.repository.ts'
import type { Log } from '../log/log.ts'
import type { Storage } from '../storage/storage.ts'
import { toldAgain } from './told-again.ts'

type PartStates = Record<'database' | 'storage', 'up' | 'down'>

export type HealthProbe = {
  /** How the parts are. Everybody may ask, as often as they like: they are tried once for all who do within 5 seconds. */
  probe(): Promise<PartStates>
}

type Parts = { clock: Clock; database: Pick<Database, 'pool'>; storage: Pick<Storage, 'probe'>; log: Log }

export function createHealthProbe({ clock, database, storage, log }: Parts): HealthProbe {
  const stateOf = tellingWhy(log)
  const tryParts = async () => {
    const outcomes = await Promise.allSettled([ping(database.pool), storage.probe()])
    return { database: stateOf('database', outcomes[0]), storage: stateOf('storage', outcomes[1]) }
  }
  return { probe: toldAgain(clock, tryParts) }
}

/** The reason stands in the log once for as long as a part is down, however often it is asked for. */
function tellingWhy(log: Log) {
  const down = new Set<keyof PartStates>()
  return (part: keyof PartStates, outcome: PromiseSettledResult<unknown>): 'up' | 'down' => {
    if (outcome.status === 'fulfilled') {
      down.delete(part)
      return 'up'
    }
    if (!down.has(part)) log.error({ err: outcome.reason, part }, 'A part of the portal is down.')
    down.add(part)
    return 'down'
  }
}
