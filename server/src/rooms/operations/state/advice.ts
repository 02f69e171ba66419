import type { WarningScreen } from '@portal/contract/operations/state.ts'

/** What to do about a warning that does not say so itself. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^No virus scanner is set up/, 'Set CLAMD_URL to a ClamAV daemon.'],
  [
    /^DATABASE_MIGRATION_URL is not set/,
    'Set it to a role that owns the tables, and DATABASE_URL to one that does not.',
  ],
  [/^STAFF_EMAIL_DOMAIN is not set/, 'Set it to the domain of the firm’s addresses, or invite staff.'],
  [/^SMTP_URL is not set/, 'Set it to the mail server of the firm, and MAIL_FROM to the sender.'],
  [/^NEWEST_APPRAISAL_YEAR is/, 'Set it to this year, or unset it.'],
  [
    /^Sign-in codes of the second factor/,
    'Set the clock of the database’s machine by a time server. A recovery code or a passkey lets people in meanwhile.',
  ],
  [/^Nothing is removed for being old/, 'Let both follow one time server.'],
  [/^The virus scanner has not answered/, 'See whether the ClamAV daemon runs and is reached.'],
  [
    /cannot be opened before the virus scanner/,
    'See whether the ClamAV daemon runs; they are checked as soon as it answers.',
  ],
  [
    /^The last backup is .* days old/,
    'Run `npm run -s portal -- backup DIR`, and see to it that it is made every day.',
  ],
  [
    /^There is no backup .* The last try failed/,
    'Run `npm run -s portal -- backup list` to see why, and back up anew.',
  ],
  [
    /^There is no backup .* yet\.$/,
    'Run `npm run -s portal -- backup DIR` if you do not want to wait for it.',
  ],
  [
    /^There is no backup/,
    'Run `npm run -s portal -- backup DIR` now, and set BACKUP_DIR so that one is made every day.',
  ],
  [
    /^The last backup is not where/,
    'Mount the disk of the backups. `npm run -s portal -- backup list` says how to begin anew.',
  ],
  [/^The last backup failed/, 'Run `npm run -s portal -- backup list` to see why, and back up anew.'],
  [
    /^The audit record (has no anchor|was last anchored)/,
    'See whether the document store can be written to.',
  ],
  [/^The (database|storage) is down/, 'Look into the log of the portal for the reason.'],
  [/disk is read-only/, 'Mount it for writing.'],
  [
    /^Mail is not going out/,
    'Once the mail server takes mail again, run `npm run -s portal -- jobs --retry`, or wait an hour.',
  ],
  [/^The clock of this machine/, 'Let both machines follow one time server: see `timedatectl`.'],
  [/`npm run -s portal -- verify.*names them/, 'Run it: each of its lines says what to do.'],
  [/^The portal could not look at/, 'Look into the log of the portal for the reason.'],
]

/** Null where the warning says it itself. */
export function adviceOn(warning: string): string | null {
  return ADVICE.find(([pattern]) => pattern.test(warning))?.[1] ?? null
}

const SCREENS: readonly (readonly [RegExp, WarningScreen])[] = [
  [/message\(s\) of the mailbox wait for a person/, 'mailbox'],
  [/^Mail is not going out|^The mail server refused/, 'jobs'],
  [/ jobs? (is|are) dead/, 'jobs'],
  [/virus scanner (found them clean|has not answered)|could not be checked to the end/, 'virusChecks'],
]

/** The screen that shows what a warning is about; null where no screen does. */
export function screenOf(warning: string): WarningScreen | null {
  return SCREENS.find(([pattern]) => pattern.test(warning))?.[1] ?? null
}
