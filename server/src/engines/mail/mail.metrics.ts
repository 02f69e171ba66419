import type { Engines } from '../engines.ts'
import type { MetricSource } from '../metrics/metric-source.ts'
import { readRefusedMails, readWaitingMail } from './outbox.repository.ts'

const WAITING = 'portal_mail_waiting'
const OLDEST = 'portal_mail_oldest_seconds'
const REFUSED = 'portal_mails_refused'

export const mailMetrics: MetricSource<Pick<Engines, 'database' | 'clock'>> = {
  source: 'mail',
  gauges: {
    [WAITING]: { help: 'Mails that were neither sent nor refused for good; 10000 stands for more, too.' },
    [OLDEST]: { help: 'How long the oldest of them waits; 0 where none does.' },
    [REFUSED]: {
      help: 'Mails that the mail server refused for good within a day, and that nobody had sent again.',
    },
  },
  async read({ database, clock }) {
    const { count, oldestSeconds } = await readWaitingMail(database.kysely)
    const refused = await readRefusedMails(database.kysely, clock.now())
    return [
      { gauge: WAITING, value: count },
      { gauge: OLDEST, value: oldestSeconds },
      { gauge: REFUSED, value: refused.count },
    ]
  },
}
