import type { Engines } from '../../../engines/engines.ts'
import type { FoundWarning, SlowWarningSource } from '../../../engines/warnings/warning-source.ts'
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

type Code = keyof typeof WARNINGS

export const scanWarnings: SlowWarningSource<Pick<Engines, 'scanner' | 'database'>, Code> = {
  subject: 'the virus checks',
  warnings: WARNINGS,
  async collect({ scanner, database }) {
    const { waiting, inTrouble } = await countScans(database.kysely)
    const found: FoundWarning<Code>[] = []
    const warn = (code: Code, text: string) => void found.push({ code, text })
    const since = scanner?.awaySince()
    if (since)
      warn('scanner-does-not-answer', `The virus scanner has not answered since ${since.toISOString()}.`)
    if (waiting > 0) {
      const hope = scanner === null ? ', but CLAMD_URL is not set: set it again' : ''
      warn(
        'scans-pending',
        `${documents(waiting)} cannot be opened before the virus scanner found them clean${hope}.`,
      )
    }
    if (inTrouble > 0) {
      warn(
        'scans-failed',
        `${documents(inTrouble)} could not be checked to the end: too large for the virus scanner, or it failed on them. See portal scan.`,
      )
    }
    return found
  },
}

const documents = (count: number) => `${count.toLocaleString('en-US')} document(s)`
