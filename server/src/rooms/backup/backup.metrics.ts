import { readRuns } from '../../engines/backup/backup-runs.repository.ts'
import type { Engines } from '../../engines/engines.ts'
import type { MetricSource } from '../../engines/metrics/metric-source.ts'
import { lastOutcomes } from './last-backup.ts'

const AGE = 'portal_backup_age_seconds'
const FAILING = 'portal_backup_failing'

export const backupMetrics: MetricSource<Pick<Engines, 'database'>> = {
  source: 'backup',
  gauges: {
    [AGE]: {
      help: "Since the last good backup by the portal's own command began; none where there is none.",
    },
    [FAILING]: { help: '1 where the last try failed.' },
  },
  async read({ database }) {
    const { good, isFailing, now } = lastOutcomes(await readRuns(database.kysely))
    const failing = { gauge: FAILING, value: isFailing ? 1 : 0 }
    return good
      ? [failing, { gauge: AGE, value: (now.getTime() - good.begunAt.getTime()) / 1000 }]
      : [failing]
  },
}
