import type { Engines } from '../engines.ts'
import { memoizeWithTimeout } from '../timing/memoize.ts'
import {
  withFacts,
  type QuickWarningSource,
  type SlowWarningSource,
  type Warning,
  type WarningSource,
} from '../warnings/warning-source.ts'

/** The code of the warning that a source could not be read. */
const NOT_CHECKED = 'not-checked'

export type CollectWarnings = {
  /** Warnings that need no reading. */
  now(): Warning[]
  /** Warnings that the other sources read. Empty while the database is down, because only that matters then. */
  read(): Promise<Warning[]>
}

/** Collects the warnings of all sources, in their order. */
export function collectWarnings<W extends Pick<Engines, 'clock' | 'log' | 'healthProbe'>>(
  world: W,
  sources: readonly WarningSource<W>[],
): CollectWarnings {
  const quick = sources
    .filter((source) => source.subject === undefined)
    .map((source) => createQuickReader(world, source))
  const readers = sources
    .filter((source) => source.subject !== undefined)
    .map((source) => createReader(world, source))
  return {
    now: () => quick.flatMap((read) => read()),
    async read() {
      if ((await world.healthProbe.stateOf('database')) !== 'up') return []
      return (await Promise.all(readers.map((read) => read()))).flat()
    },
  }
}

type ReaderWorld = Pick<Engines, 'clock' | 'log'>

/** Reads one source that answers at once. If that fails, it returns a warning, and the other sources still warn. */
function createQuickReader<W extends ReaderWorld>(world: W, source: QuickWarningSource<W>): () => Warning[] {
  const failures = createFailures(world, 'a part of its own state')
  return () => {
    try {
      return failures.end(withFacts(source, source.collect(world)))
    } catch (error) {
      return failures.warn(error)
    }
  }
}

/** Reads one source. If that fails or takes two seconds, it returns a warning: silence would look like health. */
function createReader<W extends ReaderWorld>(
  world: W,
  source: SlowWarningSource<W>,
): () => Promise<Warning[]> {
  const collect = memoizeWithTimeout(world.clock, () => source.collect(world))
  const failures = createFailures(world, source.subject)
  return async () => {
    try {
      return failures.end(withFacts(source, await collect()))
    } catch (error) {
      return failures.warn(error)
    }
  }
}

/** The warning of a source that fails. Log once per outage, however many callers there are. */
function createFailures({ log }: ReaderWorld, subject: string) {
  const text = `The portal could not look at ${subject}: see the log.`
  const advice = 'Look into the log of the portal for the reason.'
  let isFailing = false
  return {
    /** Notes that the source answers, and returns its warnings. */
    end(found: Warning[]): Warning[] {
      isFailing = false
      return found
    },
    warn(error: unknown): Warning[] {
      if (!isFailing) log.error({ err: error }, text)
      isFailing = true
      return [{ code: NOT_CHECKED, text, advice, screen: null }]
    },
  }
}
