import type { Engines } from '../engines.ts'
import type { MetricSource } from '../metrics/metric-source.ts'
import { readWaitingMail } from './outbox.repository.ts'

const WAITING = 'portal_mail_waiting'
const OLDEST = 'portal_mail_oldest_seconds'

export const mailMetrics: MetricSource<Pick<Engines, 'database'>> = {
  source: 'mail',
  gauges: {
    [WAITING]: { help: 'Mails that were neither sent nor refused for good; 10000 stands for more, too.' },
    [OLDEST]: { help: 'How long the oldest of them waits; 0 where none does.' },
  },
  async read({ database }) {
    const { count, oldestSeconds } = await readWaitingMail(database.kysely)
    return [
      { gauge: WAITING, value: count },
      { gauge: OLDEST, value: oldestSeconds },
    ]
  },
}
