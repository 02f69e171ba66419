import type { Engines } from '../engines.ts'
import { textsByCode, type QuickWarningSource } from '../warnings/warning-source.ts'
import { SKEW_TO_WARN_MS } from './database-clock.ts'

/** A code is valid in its own 30 seconds and in the 30 seconds before and after. */
const SKEW_TO_REJECT_CODES_MS = 30_000

const ONE_TIME_SERVER = 'Let both machines follow one time server: see `timedatectl`.'

const WARNINGS = {
  'clocks-differ': { advice: ONE_TIME_SERVER },
  'codes-follow-database-clock': {
    advice:
      'Set the clock of the database’s machine by a time server. A recovery code or a passkey lets people in meanwhile.',
  },
  'removal-paused': { advice: 'Let both follow one time server.' },
  'clock-without-time-server': { advice: ONE_TIME_SERVER },
} as const

type Clocks = Pick<Engines, 'skew' | 'clockKeeper'>

export const clockWarnings: QuickWarningSource<Clocks, keyof typeof WARNINGS> = {
  warnings: WARNINGS,
  collect({ skew, clockKeeper }) {
    const aheadMs = skew.aheadMs()
    const seconds = Math.round(aheadMs / 1000)
    const how = seconds > 0 ? `${seconds} s ahead of` : `${-seconds} s behind`
    return textsByCode({
      'clocks-differ':
        Math.abs(aheadMs) >= SKEW_TO_WARN_MS &&
        `The clock of this machine is ${how} the database's: let both follow one time server.`,
      'codes-follow-database-clock':
        Math.abs(aheadMs) >= SKEW_TO_REJECT_CODES_MS &&
        "Sign-in codes go by the database's clock: if that one is wrong, they are refused.",
      'removal-paused':
        !skew.isSound() &&
        'Nothing is removed for being old until the clocks of this machine and the database agree.',
      'clock-without-time-server':
        clockKeeper.state() === 'not kept' &&
        'The clock of this machine is not kept by a time server (NTP), so the times of filings and their receipts prove little: see `timedatectl`.',
    })
  },
}
