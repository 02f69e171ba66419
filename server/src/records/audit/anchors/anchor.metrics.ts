import type { MetricSource } from '../../../engines/metrics/metric-source.ts'
import type { AuditState } from '../state.ts'

const CONTRADICTED = 'portal_audit_contradicted'

/** Of the last look of this server; nothing before the first. */
export const anchorMetrics: MetricSource<AuditState> = {
  source: 'audit',
  gauges: {
    [CONTRADICTED]: { help: '1 where the audit record is not what its newest anchor tells.' },
  },
  async read({ anchorNotices: { lookedAt, contradiction } }) {
    return lookedAt === null ? [] : [{ gauge: CONTRADICTED, value: contradiction === null ? 0 : 1 }]
  },
}
