import type { Engines } from '../engines.ts'
import { textsByCode, type QuickWarningSource } from '../warnings/warning-source.ts'

const WARNINGS = {
  'scanner-not-set': { advice: 'Ask whoever runs the server to connect an antivirus (CLAMD_URL).' },
  'migration-role-not-set': {
    advice:
      'Ask whoever runs the server for two database roles: one owns the tables (DATABASE_MIGRATION_URL), and the portal uses the other.',
  },
  'mail-server-not-set': {
    advice: 'Ask whoever runs the server to connect the mail server of the firm (SMTP_URL, MAIL_FROM).',
  },
  'staff-domain-not-set': {
    advice:
      'Invite staff, or ask whoever runs the server to set the domain of the firm’s addresses (STAFF_EMAIL_DOMAIN).',
  },
  'appraisal-year-is-old': {
    advice: 'Ask whoever runs the server to set NEWEST_APPRAISAL_YEAR to this year, or to remove it.',
  },
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
        "The portal's database role owns the audit record and could empty it.",
      'mail-server-not-set':
        settings.smtpUrl === null &&
        'No e-mail is sent, because no mail server is connected. Each is a file in the folder outbox of the data folder.',
      'staff-domain-not-set':
        !settings.staffEmailDomain &&
        'Staff cannot register, because the e-mail domain of the firm is not set.',
      'appraisal-year-is-old':
        year > newestAppraisalYear &&
        `The newest appraisal year is ${newestAppraisalYear}, but the calendar says ${year}.`,
    })
  },
}
