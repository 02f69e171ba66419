import type { MetricSource } from '../../engines/metrics/metric-source.ts'
import type { Engines } from '../../engines/engines.ts'
import type { IntakeState } from './state.ts'
import { ownersOfExhaustedQuotas } from './upload-quota.ts'

const FULL_DAYS = 'portal_full_days'

export const exhaustedQuotaMetrics: MetricSource<Engines> = {
  source: 'full days',
  gauges: {
    [FULL_DAYS]: {
      help: 'Days of counties and of people that are full, so that something that has arrived waits for the next.',
      labels: { of: ['county', 'account'] },
    },
  },
  async read(world) {
    const owners = await ownersOfExhaustedQuotas(world)
    return (['county', 'account'] as const).map((of) => ({
      gauge: FULL_DAYS,
      labels: { of },
      value: owners.filter(({ kind }) => kind === of).length,
    }))
  },
}

const UPLOADS = 'portal_uploads'
const PLACES = 'portal_upload_places'

/** Only for this server. */
export const uploadMetrics: MetricSource<IntakeState> = {
  source: 'uploads',
  gauges: {
    [UPLOADS]: {
      help: 'Uploads that this server takes in, and those that wait for a place.',
      labels: { state: ['running', 'waiting'] },
    },
    [PLACES]: { help: 'How many uploads this server takes in at once.' },
  },
  async read({ uploadLimiter }) {
    const { taken, waiting } = uploadLimiter.load()
    return [
      { gauge: UPLOADS, labels: { state: 'running' }, value: taken },
      { gauge: UPLOADS, labels: { state: 'waiting' }, value: waiting },
      { gauge: PLACES, value: uploadLimiter.atOnce },
    ]
  },
}
