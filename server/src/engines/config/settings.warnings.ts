import type { Engines } from '../engines.ts'
import type { FoundWarning, QuickWarningSource } from '../warnings/warning-source.ts'

const WARNINGS = {
  'scanner-not-set': { advice: 'Set CLAMD_URL to a ClamAV daemon.' },
  'migration-role-not-set': {
    advice: 'Set it to a role that owns the tables, and DATABASE_URL to one that does not.',
  },
  'mail-server-not-set': {
    advice: 'Set it to the mail server of the firm, and MAIL_FROM to the sender.',
  },
  'staff-domain-not-set': {
    advice: 'Set it to the domain of the firm’s addresses, or invite staff.',
  },
  'appraisal-year-is-old': { advice: 'Set it to this year, or unset it.' },
} as const

type Code = keyof typeof WARNINGS
type Configured = Pick<Engines, 'settings' | 'scanner' | 'clock' | 'calendar'>

/** Settings that work, but are rarely wanted. */
export const settingWarnings: QuickWarningSource<Configured, Code> = {
  warnings: WARNINGS,
  collect({ settings, scanner, clock, calendar }) {
    const year = calendar.yearOf(clock.now())
    const found: FoundWarning<Code>[] = []
    const warn = (code: Code, text: string) => void found.push({ code, text })
    if (scanner === null) warn('scanner-not-set', 'No virus scanner is set up: uploads are not scanned.')
    if (settings.databaseUrl !== null && settings.databaseMigrationUrl === null) {
      warn(
        'migration-role-not-set',
        "DATABASE_MIGRATION_URL is not set: the portal's role owns the audit record and could empty it.",
      )
    }
    if (settings.smtpUrl === null) {
      warn('mail-server-not-set', 'SMTP_URL is not set: no mail is sent, each is a file in DATA_DIR/outbox.')
    }
    if (!settings.staffEmailDomain)
      warn('staff-domain-not-set', 'STAFF_EMAIL_DOMAIN is not set: staff cannot register.')
    if (year > settings.newestAppraisalYear) {
      warn(
        'appraisal-year-is-old',
        `NEWEST_APPRAISAL_YEAR is ${settings.newestAppraisalYear}, but the calendar says ${year}.`,
      )
    }
    return found
  },
}
