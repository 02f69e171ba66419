import type { MetricSource } from '../../engines/metrics/metric-source.ts'
import type { World } from '../context.ts'
import { ownersOfFullDays } from './intake/full-days.ts'
import { readQuarantineUsage } from './bytes/quarantine.repository.ts'
import { countFindings } from './night/standing-findings.repository.ts'

const QUARANTINED = 'portal_quarantined_files'
const FINDINGS = 'portal_findings'
const SOURCES = ['bytes', 'mails', 'database'] as const

export const documentMetrics: MetricSource<World> = {
  source: 'documents',
  gauges: {
    [QUARANTINED]: { help: 'Files that were set aside in quarantine.' },
    [FINDINGS]: {
      help: 'What verify, by hand or in the night, found wrong and no later look found sound.',
      labels: { of: SOURCES },
    },
  },
  async read({ database: { kysely } }) {
    const quarantined = await readQuarantineUsage(kysely)
    const findings = await countFindings(kysely)
    return [
      { gauge: QUARANTINED, value: quarantined.files },
      ...SOURCES.map((of) => ({
        gauge: FINDINGS,
        labels: { of },
        value: findings.find(({ source }) => source === of)?.count ?? 0,
      })),
    ]
  },
}

const FULL_DAYS = 'portal_full_days'

export const fullDayMetrics: MetricSource<World> = {
  source: 'full days',
  gauges: {
    [FULL_DAYS]: {
      help: 'Days of counties and of people that are full, so that something that has arrived waits for the next.',
      labels: { of: ['county', 'account'] },
    },
  },
  async read(world) {
    const owners = await ownersOfFullDays(world)
    return (['county', 'account'] as const).map((of) => ({
      gauge: FULL_DAYS,
      labels: { of },
      value: owners.filter(({ kind }) => kind === of).length,
    }))
  },
}

const UPLOADS = 'portal_uploads'
const PLACES = 'portal_upload_places'

/** Of this server alone. */
export const uploadMetrics: MetricSource<World> = {
  source: 'uploads',
  gauges: {
    [UPLOADS]: {
      help: 'Uploads that this server takes in, and those that wait for a place.',
      labels: { state: ['running', 'waiting'] },
    },
    [PLACES]: { help: 'How many uploads this server takes in at once.' },
  },
  async read({ uploadSlots }) {
    const { taken, waiting } = uploadSlots.load()
    return [
      { gauge: UPLOADS, labels: { state: 'running' }, value: taken },
      { gauge: UPLOADS, labels: { state: 'waiting' }, value: waiting },
      { gauge: PLACES, value: uploadSlots.atOnce },
    ]
  },
}
