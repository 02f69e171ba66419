import type { Engines } from '../../engines/engines.ts'
import type { MetricSource } from '../../engines/metrics/metric-source.ts'
import { countTexts, sumOf } from './text-state.repository.ts'

const WAITING = 'portal_texts_waiting'
const READ = 'portal_texts_read'
const UNREADABLE = 'portal_texts_unreadable'

export const textMetrics: MetricSource<Pick<Engines, 'database'>> = {
  source: 'texts',
  gauges: {
    [WAITING]: { help: 'Documents whose text is not read yet, at most 100,000.' },
    [READ]: { help: 'Documents whose text is read, about.' },
    [UNREADABLE]: { help: 'Documents whose text cannot be read, at most 100,000.' },
  },
  async read({ database }) {
    const { waiting, read, unreadable } = await countTexts(database.kysely)
    return [
      { gauge: WAITING, value: waiting },
      { gauge: READ, value: read },
      { gauge: UNREADABLE, value: sumOf(unreadable) },
    ]
  },
}
