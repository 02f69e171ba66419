import type { Engines } from '../../../engines/engines.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import { textsByCode, type SlowWarningSource } from '../../../engines/warnings/warning-source.ts'
import { countScans } from './scan.repository.ts'

const WARNINGS = {
  'scanner-does-not-answer': {
    advice: 'See whether the ClamAV daemon runs and is reached.',
    screen: 'virusChecks',
  },
  'scans-pending': {
    advice:
      'See whether the ClamAV daemon runs and CLAMD_URL names it. The documents are checked as soon as it answers.',
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
    const hope = scanner === null ? ', but no scanner is connected' : ''
    return textsByCode({
      'scanner-does-not-answer': since
        ? `The virus scanner has not answered since ${since.toISOString()}.`
        : false,
      'scans-pending':
        waiting > 0 &&
        `${counted(waiting, 'document')} cannot be opened until the virus scanner finds ${waiting === 1 ? 'it' : 'them'} clean${hope}.`,
      'scans-failed':
        inTrouble > 0 &&
        `The virus scanner could not check ${counted(inTrouble, 'document')} to the end: too large, or the scanner failed. See portal scan.`,
    })
  },
}
