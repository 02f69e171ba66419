import type { MetricSource } from '../../../engines/metrics/metric-source.ts'
import type { Engines } from '../../../engines/engines.ts'
import { countScans } from './scan.repository.ts'

const WAITING = 'portal_scans_waiting'
const IN_TROUBLE = 'portal_scans_in_trouble'

export const scanMetrics: MetricSource<Pick<Engines, 'database'>> = {
  source: 'scans',
  gauges: {
    [WAITING]: { help: 'Documents that nobody can open before the virus scanner found them clean.' },
    [IN_TROUBLE]: { help: 'Documents that the virus scanner could not check to the end.' },
  },
  async read({ database }) {
    const { waiting, inTrouble } = await countScans(database.kysely)
    return [
      { gauge: WAITING, value: waiting },
      { gauge: IN_TROUBLE, value: inTrouble },
    ]
  },
}
