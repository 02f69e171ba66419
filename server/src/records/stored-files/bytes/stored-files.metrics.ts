import type { MetricSource } from '../../../engines/metrics/metric-source.ts'
import type { Engines } from '../../../engines/engines.ts'
import { readQuarantineUsage } from './quarantine.repository.ts'
import { countFindings } from '../nightly-checks/open-findings.repository.ts'

const QUARANTINED = 'portal_quarantined_files'
const FINDINGS = 'portal_findings'
const SOURCES = ['bytes', 'mails', 'database'] as const

export const storedFileMetrics: MetricSource<Pick<Engines, 'database'>> = {
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
