import type { ClockStatus } from '../clock/clock-keeper.ts'
import type { Engines } from '../engines.ts'
import type { MetricSource } from './metric-source.ts'

const AHEAD = 'portal_clock_ahead_seconds'
const KEPT = 'portal_clock_kept'
const STATES: readonly ClockStatus[] = ['kept', 'not kept', 'unknown']

export const clockMetrics: MetricSource<Pick<Engines, 'skew' | 'clockKeeper'>> = {
  source: 'clock',
  gauges: {
    [AHEAD]: { help: "How far this machine's clock is ahead of the database's, by which sign-in codes go." },
    [KEPT]: {
      help: "1 at whether a time server (NTP) keeps this machine's clock, 0 at the others.",
      labels: { state: STATES },
    },
  },
  async read({ skew, clockKeeper }) {
    const now = clockKeeper.state()
    return [
      { gauge: AHEAD, value: skew.aheadMs() / 1000 },
      ...STATES.map((state) => ({ gauge: KEPT, value: state === now ? 1 : 0, labels: { state } })),
    ]
  },
}
