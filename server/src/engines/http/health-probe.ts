import type { Clock } from '../clock/clock.ts'
import { memoizeFor, singleFlight, TimeoutError, withTimeout } from '../timing/memoize.ts'
import type { Database } from '../database/open-database.ts'
import { ping } from '../database/server-facts.repository.ts'
import type { Log } from '../log/log.ts'
import { FullDisk } from '../storage/out-of-room.ts'
import type { Storage } from '../storage/storage.ts'
import type { FoundWarning } from '../warnings/warning-source.ts'
import type { PartWarning } from './http.warnings.ts'

type PartState = 'up' | 'down'
type PartStates = Record<'database' | 'storage', PartState>

/**
 * Milliseconds after which a silent part counts as down. Long enough for a busy machine, and shorter than the 5 seconds
 * that callers of `/readyz` commonly wait.
 */
const TIMEOUT_MS = 3000

export type HealthProbe = {
  /** The state of all parts. Anyone may call it as often as they like: one check serves all calls within 5 seconds. */
  probe(): Promise<PartStates>
  /** The state of one part, without waiting for the other. */
  stateOf(part: keyof PartStates): Promise<PartState>
  /** Why parts were down at their last check, without secrets. Only a full disk is named by its folder. */
  reasons(): readonly Reason[]
}

type Reason = FoundWarning<PartWarning>

type Parts = { clock: Clock; database: Pick<Database, 'pool'>; storage: Pick<Storage, 'probe'>; log: Log }

export function createHealthProbe({ clock, database, storage, log }: Parts): HealthProbe {
  const reasons = new Map<keyof PartStates, Reason>()
  const outcome = tellingWhy(log, reasons)
  const tried = (part: keyof PartStates, ask: () => Promise<void>) => {
    const asked = singleFlight(ask)
    return memoizeFor(clock, async () => outcome(part, await settled(withTimeout(asked(), TIMEOUT_MS))))
  }
  const parts = {
    database: tried('database', () => ping(database.pool)),
    storage: tried('storage', () => storage.probe()),
  }
  return {
    async probe() {
      const [ofDatabase, ofStorage] = await Promise.all([parts.database(), parts.storage()])
      return { database: ofDatabase, storage: ofStorage }
    },
    stateOf: (part) => parts[part](),
    reasons: () => [...reasons.values()],
  }
}

async function settled(asked: Promise<void>): Promise<PromiseSettledResult<void>> {
  const [result] = await Promise.allSettled([asked])
  return result
}

/** Logs the reason once while a part is down, however often it is checked. */
function tellingWhy(log: Log, down: Map<keyof PartStates, Reason>) {
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

const FULL: Reason = {
  code: 'storage-full',
  text: 'No document can be stored: of its disk 256 MB stay free, and there is less. Please make room.',
}
const WITHOUT_RIGHTS: Reason = {
  code: 'storage-without-rights',
  text: 'No document can be stored: the portal has no right to a folder of its store. The log names it.',
}
const REASONS: Readonly<Record<string, Reason>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: { code: 'storage-read-only', text: 'No document can be stored: the disk is read-only.' },
  EACCES: WITHOUT_RIGHTS,
  EPERM: WITHOUT_RIGHTS,
}

function reasonOf(part: keyof PartStates, error: unknown): Reason {
  const down = (why: string): Reason => ({ code: `${part}-down`, text: `The ${part} is down: ${why}.` })
  if (error instanceof TimeoutError) return down(`it has not answered for ${error.seconds} seconds`)
  if (error instanceof FullDisk) {
    return { ...FULL, text: `No document can be stored. ${error.message} Please make room.` }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (part === 'storage' ? REASONS[code] : undefined) ?? down('see the log')
}
