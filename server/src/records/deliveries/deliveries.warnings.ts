import type { Engines } from '../../engines/engines.ts'
import { counted } from '../../engines/warnings/counted.ts'
import { textsByCode, type SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import { countDropFiles } from './drop-file.repository.ts'
import { countMails } from './mail-delivery.repository.ts'

const DAY_MS = 24 * 3_600_000

const CONTINUES =
  'Look up the reason in the log of the portal and remove it. The portal then continues automatically.'

const WARNINGS = {
  'drop-files-are-late': { advice: CONTINUES },
  'mailbox-messages-are-late': { advice: CONTINUES },
  'mailbox-messages-pending': {
    advice: 'File or reject each message in Mailbox.',
    screen: 'mailbox',
  },
} as const

type Read = Pick<Engines, 'database' | 'clock'>

export const deliveryWarnings: SlowWarningSource<Read, keyof typeof WARNINGS> = {
  subject: 'its other doors',
  warnings: WARNINGS,
  async collect({ database, clock }) {
    const yesterday = new Date(clock.now().getTime() - DAY_MS)
    const { late } = await countDropFiles(database.kysely, yesterday)
    const mails = await countMails(database.kysely, yesterday)
    return textsByCode({
      'drop-files-are-late':
        late > 0 &&
        `${counted(late, 'file')} of the drop folder ${late === 1 ? 'has' : 'have'} been in hand for longer than a day: see the log.`,
      'mailbox-messages-are-late':
        mails.late > 0 &&
        `${counted(mails.late, 'e-mail')} of the mailbox ${mails.late === 1 ? 'has' : 'have'} been in hand for longer than a day: see the log.`,
      'mailbox-messages-pending':
        mails.waitingLong > 0 &&
        `${counted(mails.waitingLong, 'e-mail has', 'e-mails have')} waited for a decision for longer than a day.`,
    })
  },
}
