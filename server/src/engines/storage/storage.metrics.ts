import type { Engines } from '../engines.ts'
import type { MetricSource } from '../metrics/metric-source.ts'

const UP = 'portal_storage_up'
const FREE = 'portal_storage_free_bytes'

export const storageMetrics: MetricSource<Pick<Engines, 'storage' | 'healthProbe' | 'settings'>> = {
  source: 'storage',
  gauges: {
    [UP]: { help: '1 while documents can be stored.' },
    [FREE]: {
      help: 'Bytes free where documents lie, the 256 MB of the database among them; none for a bucket.',
    },
  },
  async read({ storage, healthProbe, settings }) {
    const state = await healthProbe.stateOf('storage')
    const up = { gauge: UP, value: state === 'up' ? 1 : 0 }
    return settings.bucket ? [up] : [up, { gauge: FREE, value: await storage.freeBytes() }]
  },
  otherwise: [{ gauge: UP, value: 0 }],
}
