import type { World } from '../../records/context.ts'
import type { MetricSource } from '../../engines/metrics/metric-source.ts'
import { listStalledRuns } from './stalled-runs.ts'

const STALLED = 'portal_runs_stalled'

export const stalledRunMetrics: MetricSource<Pick<World, 'database' | 'clock'>> = {
  source: 'stalled runs',
  gauges: {
    [STALLED]: {
      help: 'Runs of many files that have changed none for 15 minutes, without those that wait for their turn.',
    },
  },
  read: async (world) => [{ gauge: STALLED, value: (await listStalledRuns(world)).length }],
}
