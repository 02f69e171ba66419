import type { MetricSource } from '../../../engines/metrics/metric-source.ts'
import type { Engines } from '../../../engines/engines.ts'
import { anchorWarnings } from './anchor.warnings.ts'

const CONTRADICTED = 'portal_audit_contradicted'

/** From this server's last check; empty before the first one. */
export const anchorMetrics: MetricSource<Pick<Engines, 'warnings'>> = {
  source: 'audit',
  gauges: {
    [CONTRADICTED]: { help: '1 where the audit record is not what its newest anchor tells.' },
  },
  async read({ warnings }) {
    if (!warnings.hasReportOf(anchorWarnings)) return []
    return [{ gauge: CONTRADICTED, value: warnings.has(anchorWarnings, 'audit-contradicted') ? 1 : 0 }]
  },
}
