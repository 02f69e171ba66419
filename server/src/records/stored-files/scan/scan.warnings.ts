import type { Engines } from '../../../engines/engines.ts'
import { textsByCode, type SlowWarningSource } from '../../../engines/warnings/warning-source.ts'
import { countScans } from './scan.repository.ts'

const WARNINGS = {
  'scanner-does-not-answer': {
    advice: 'See whether the ClamAV daemon runs and is reached.',
    screen: 'virusChecks',
  },
  'scans-pending': {
    advice: 'See whether the ClamAV daemon runs; they are checked as soon as it answers.',
    screen: 'virusChecks',
  },
  'scans-failed': {
    advice: 'Compare the limits of ClamAV with the sizes of these files, which Virus Checks lists.',
    screen: 'virusChecks',
  },
} as const

type Read = Pick<Engines, 'scanner' | 'database'>

export const scanWarnings: SlowWarningSource<Read, keyof typeof WARNINGS> = {
  subject: 'the virus checks',
  warnings: WARNINGS,
  async collect({ scanner, database }) {
    const { waiting, inTrouble } = await countScans(database.kysely)
    const since = scanner?.awaySince()
    const hope = scanner === null ? ', but CLAMD_URL is not set: set it again' : ''
    return textsByCode({
      'scanner-does-not-answer': since
        ? `The virus scanner has not answered since ${since.toISOString()}.`
        : false,
      'scans-pending':
        waiting > 0 &&
        `${documents(waiting)} cannot be opened before the virus scanner found them clean${hope}.`,
      'scans-failed':
        inTrouble > 0 &&
        `${documents(inTrouble)} could not be checked to the end: too large for the virus scanner, or it failed on them. See portal scan.`,
    })
  },
}

const documents = (count: number) => `${count.toLocaleString('en-US')} document(s)`
