import type { Engines } from '../engines.ts'
import type { SlowWarningSource } from '../warnings/warning-source.ts'
import { readRefusedMails, readWaitingMail } from './outbox.repository.ts'

/** After this time, people who wait for a link call the helpdesk. */
const LATE_SECONDS = 3600

export const lateMailWarnings: SlowWarningSource<Pick<Engines, 'database'>, 'mail-is-late'> = {
  subject: 'its mail',
  warnings: {
    'mail-is-late': {
      advice:
        'Check SMTP_URL and its mail server. Once it takes mail again, run `npm run -s portal -- jobs --retry`, or wait an hour.',
      screen: 'jobs',
    },
  },
  async collect({ database }) {
    const { oldestSeconds } = await readWaitingMail(database.kysely)
    if (oldestSeconds < LATE_SECONDS) return []
    const hours = Math.floor(oldestSeconds / 3600)
    const text = `Mail is not going out, the oldest has been due for ${hours === 1 ? 'an hour' : `${hours} hours`}: Background tasks shows what the mail server answers.`
    return [{ code: 'mail-is-late', text }]
  },
}

/** Half of the newest twenty. Fewer may be wrong addresses, which are not an alarm. */
const MANY = 10

/** Warns if a mail server rejects most mails: then the addresses are not the cause. */
export const refusedMailWarnings: SlowWarningSource<Pick<Engines, 'database' | 'clock'>, 'mail-refused'> = {
  subject: 'mail that was refused',
  warnings: {
    'mail-refused': {
      advice:
        'Correct SMTP_URL, MAIL_FROM or the rules of the mail server. Then `npm run -s portal -- jobs --retry refused-mail` sends the mails again.',
      screen: 'jobs',
    },
  },
  async collect({ database, clock }) {
    const { ofNewest, newest } = await readRefusedMails(database.kysely, clock.now())
    if (ofNewest < MANY) return []
    const text = `The mail server refused ${ofNewest} of the last ${newest} mails permanently: Background tasks shows why.`
    return [{ code: 'mail-refused', text }]
  },
}
