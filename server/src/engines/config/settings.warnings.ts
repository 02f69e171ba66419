import type { Engines } from '../engines.ts'
import { textsByCode, type QuickWarningSource } from '../warnings/warning-source.ts'

const WARNINGS = {
  'scanner-not-set': { advice: 'Ask whoever runs the server to connect an antivirus (CLAMD_URL).' },
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

type Configured = Pick<Engines, 'settings' | 'scanner' | 'clock' | 'calendar'>

/** Settings that work, but are rarely wanted. */
export const settingWarnings: QuickWarningSource<Configured, keyof typeof WARNINGS> = {
  warnings: WARNINGS,
  collect({ settings, scanner, clock, calendar }) {
    const year = calendar.yearOf(clock.now())
    const { databaseUrl, databaseMigrationUrl, newestAppraisalYear } = settings
    return textsByCode({
      'scanner-not-set': scanner === null && 'No virus scanner is set up: uploads are not scanned.',
      'migration-role-not-set':
        databaseUrl !== null &&
        databaseMigrationUrl === null &&
        "DATABASE_MIGRATION_URL is not set: the portal's role owns the audit record and could empty it.",
      'mail-server-not-set':
        settings.smtpUrl === null &&
        'SMTP_URL is not set: no mail is sent, each is a file in DATA_DIR/outbox.',
      'staff-domain-not-set':
        !settings.staffEmailDomain && 'STAFF_EMAIL_DOMAIN is not set: staff cannot register.',
      'appraisal-year-is-old':
        year > newestAppraisalYear &&
        `NEWEST_APPRAISAL_YEAR is ${newestAppraisalYear}, but the calendar says ${year}.`,
    })
  },
}
