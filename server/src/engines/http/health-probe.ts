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
  /** Why parts were down when they were last tried, as far as it may be told to everybody: sentences. */
  reasons(): readonly string[]
}

type Parts = { clock: Clock; database: Pick<Database, 'pool'>; storage: Pick<Storage, 'probe'>; log: Log }

export function createHealthProbe({ clock, database, storage, log }: Parts): HealthProbe {
  const reasons = new Map<keyof PartStates, string>()
  const stateOf = tellingWhy(log, reasons)
  const tryParts = async () => {
    const outcomes = await Promise.allSettled([ping(database.pool), storage.probe()])
    return { database: stateOf('database', outcomes[0]), storage: stateOf('storage', outcomes[1]) }
  }
  return { probe: toldAgain(clock, tryParts), reasons: () => [...reasons.values()] }
}

/** The reason stands in the log once for as long as a part is down, however often it is asked for. */
function tellingWhy(log: Log, down: Map<keyof PartStates, string>) {
  return (part: keyof PartStates, outcome: PromiseSettledResult<unknown>): 'up' | 'down' => {
    if (outcome.status === 'fulfilled') {
      down.delete(part)
      return 'up'
    }
    if (!down.has(part)) log.error({ err: outcome.reason, part }, 'A part of the portal is down.')
    down.set(part, reasonOf(part, outcome.reason))
    return 'down'
  }
}

const FULL = 'No document can be stored: of its disk 256 MB stay free, and there is less. Please make room.'
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: 'No document can be stored: the disk is read-only.',
}

function reasonOf(part: keyof PartStates, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (part === 'storage' ? REASONS[code] : undefined) ?? `The ${part} is down: see the log.`
}
