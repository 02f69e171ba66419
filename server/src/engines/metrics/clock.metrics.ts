import type { Engines } from '../engines.ts'
import type { MetricSource } from './metric-source.ts'

const AHEAD = 'portal_clock_ahead_seconds'

export const clockMetrics: MetricSource<Pick<Engines, 'skew'>> = {
  source: 'clock',
  gauges: {
    [AHEAD]: { help: "How far this machine's clock is ahead of the database's, by which sign-in codes go." },
  },
  async read({ skew }) {
    return [{ gauge: AHEAD, value: skew.aheadMs() / 1000 }]
  },
}
