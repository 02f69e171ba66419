import type { Engines } from '../engines.ts'
import { memoizeWithTimeout } from '../timing/memoize.ts'
import {
  withFacts,
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
  const readers = sources
    .filter((source) => source.subject !== undefined)
    .map((source) => createReader(world, source))
  return {
    now: () =>
      sources.flatMap((source) =>
        source.subject === undefined ? withFacts(source, source.collect(world)) : [],
      ),
    async read() {
      if ((await world.healthProbe.stateOf('database')) !== 'up') return []
      return (await Promise.all(readers.map((read) => read()))).flat()
    },
  }
}

/** Reads one source. If that fails or takes two seconds, it returns a warning: silence would look like health. */
function createReader<W extends Pick<Engines, 'clock' | 'log'>>(
  world: W,
  source: SlowWarningSource<W>,
): () => Promise<Warning[]> {
  const collect = memoizeWithTimeout(world.clock, () => source.collect(world))
  const text = `The portal could not look at ${source.subject}: see the log.`
  const advice = 'Look into the log of the portal for the reason.'
  let isFailing = false
  return async () => {
    try {
      const found = await collect()
      isFailing = false
      return withFacts(source, found)
    } catch (error) {
      // Log once per outage, however many callers there are.
      if (!isFailing) world.log.error({ err: error }, text)
      isFailing = true
      return [{ code: NOT_CHECKED, text, advice, screen: null }]
    }
  }
}
