import type { Engines } from '../engines.ts'
import { textsByCode, type QuickWarningSource } from '../warnings/warning-source.ts'

/** Long enough for a person to see it, and to end soon after there is room. */
const SHOWN_MS = 600_000

const WARNINGS = {
  'database-disk-full': {
    advice:
      'Make room on the disk of the database. Uploads and changes are refused until then, and jobs try again.',
  },
} as const

export const databaseWarnings: QuickWarningSource<Pick<Engines, 'database'>, keyof typeof WARNINGS> = {
  warnings: WARNINGS,
  collect: ({ database }) =>
    textsByCode({
      'database-disk-full':
        database.msSinceDiskFull() < SHOWN_MS &&
        'The disk of the database had no room for something in the last 10 minutes.',
    }),
}
