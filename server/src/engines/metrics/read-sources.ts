import type { Clock } from '../clock/clock.ts'
import type { MetricSource, Sample } from './metric-source.ts'

/** Milliseconds for which what was read is told again. */
const FRESH_MS = 5000
/** Milliseconds after which a source has not answered. */
const LATE_MS = 2000

/** Null: the source failed, or does not answer. */
type Reading = readonly Sample[] | null

/**
 * Reads a source once for all who ask within 5 seconds, and never twice at once: one that hangs is told as failed, and
 * asked again when it has come back.
 */
export function boundedReader<W>(
  source: MetricSource<W>,
  world: W & { clock: Clock },
): () => Promise<Reading> {
  let last: { readonly at: number; readonly reading: Promise<Reading> } | undefined
  let isBusy = false
  const read = () => {
    isBusy = true
    return source
      .read(world)
      .catch(() => null)
      .finally(() => void (isBusy = false))
  }
  return () => {
    const at = world.clock.now().getTime()
    const isStale = !last || Math.abs(at - last.at) >= FRESH_MS
    if (isStale && !isBusy) last = { at, reading: read() }
    return last ? inTime(last.reading) : Promise.resolve(null)
  }
}

async function inTime(reading: Promise<Reading>): Promise<Reading> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(() => giveUp(null), LATE_MS)
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
