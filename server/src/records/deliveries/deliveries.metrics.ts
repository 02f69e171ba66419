import type { MetricSource } from '../../engines/metrics/metric-source.ts'
import type { Engines } from '../../engines/engines.ts'
import { countDropFiles } from './drop-file.repository.ts'
import { countMails } from './mail-delivery.repository.ts'

const IN_HAND = 'portal_drop_files_in_hand'
const WAITING = 'portal_mails_waiting_for_a_person'

export const deliveryMetrics: MetricSource<Pick<Engines, 'database' | 'clock'>> = {
  source: 'doors',
  gauges: {
    [IN_HAND]: { help: 'Files that were taken out of the drop folder and are not put away.' },
    [WAITING]: { help: 'Messages of the mailbox on which somebody has to decide.' },
  },
  async read({ database, clock }) {
    const { inHand } = await countDropFiles(database.kysely, clock.now())
    const { waiting } = await countMails(database.kysely, clock.now())
    return [
      { gauge: IN_HAND, value: inHand },
      { gauge: WAITING, value: waiting },
    ]
  },
}
