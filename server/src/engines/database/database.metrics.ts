import type { Engines } from '../engines.ts'
import type { MetricSource } from '../metrics/metric-source.ts'

type Told = Pick<Engines, 'database' | 'healthProbe'>

const UP = 'portal_database_up'

export const databaseMetrics: MetricSource<Told> = {
  source: 'database',
  gauges: { [UP]: { help: '1 while the database answers.' } },
  async read({ healthProbe }) {
    const state = await healthProbe.stateOf('database')
    return [{ gauge: UP, value: state === 'up' ? 1 : 0 }]
  },
  otherwise: [{ gauge: UP, value: 0 }],
}

const CONNECTIONS = 'portal_database_connections'
const WAITING = 'portal_database_waiting'

/** Covers this server only. */
export const poolMetrics: MetricSource<Told> = {
  source: 'pool',
  gauges: {
    [CONNECTIONS]: {
      help: 'Connections of this server to the database; 10 at most.',
      labels: { state: ['busy', 'idle'] },
    },
    [WAITING]: { help: 'Calls and jobs of this server that wait for a connection.' },
  },
  async read({ database: { pool } }) {
    return [
      { gauge: CONNECTIONS, labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { gauge: CONNECTIONS, labels: { state: 'idle' }, value: pool.idleCount },
      { gauge: WAITING, value: pool.waitingCount },
    ]
  },
}
