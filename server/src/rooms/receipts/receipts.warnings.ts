import { counted } from '../../engines/warnings/counted.ts'
import type { SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import type { World } from '../../records/context.ts'
import { listFilingsDue } from '../../records/receipts/awaiting-receipt.repository.ts'
import { dueAt } from './due-receipts.ts'

type ReceiptWorld = Pick<World, 'database' | 'clock' | 'calendar'>

/** Receipts that were due an hour ago and do not exist yet. The log names their accounts. */
export const receiptWarnings: SlowWarningSource<ReceiptWorld, 'receipts-are-late'> = {
  subject: 'its receipts',
  warnings: {
    'receipts-are-late': {
      advice:
        'Look up the reason in the log of the portal and remove it. The portal tries again each minute.',
    },
  },
  async collect({ database, clock, calendar }) {
    const anHourAgo = new Date(clock.now().getTime() - HOUR_MS)
    const late = await listFilingsDue(database.kysely, dueAt(anHourAgo, calendar))
    if (late.length === 0) return []
    const text = `${counted(late.length, 'receipt has', 'receipts have')} been due for an hour: see the log.`
    return [{ code: 'receipts-are-late', text }]
  },
}
