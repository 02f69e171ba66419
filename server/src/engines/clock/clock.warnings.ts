import type { Engines } from '../engines.ts'
import type { FoundWarning, QuickWarningSource } from '../warnings/warning-source.ts'
import { SKEW_TO_WARN_MS } from './database-clock.ts'

/** A code counts in its own 30 seconds and in those beside them. */
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

type Code = keyof typeof WARNINGS

export const clockWarnings: QuickWarningSource<Pick<Engines, 'skew' | 'clockKeeper'>, Code> = {
  warnings: WARNINGS,
  collect({ skew, clockKeeper }) {
    const found: FoundWarning<Code>[] = []
    const aheadMs = skew.aheadMs()
    const seconds = Math.round(aheadMs / 1000)
    if (Math.abs(aheadMs) >= SKEW_TO_WARN_MS) {
      const how = seconds > 0 ? `${seconds} s ahead of` : `${-seconds} s behind`
      found.push({
        code: 'clocks-differ',
        text: `The clock of this machine is ${how} the database's: let both follow one time server.`,
      })
    }
    if (Math.abs(aheadMs) >= SKEW_TO_REJECT_CODES_MS) {
      found.push({
        code: 'codes-follow-database-clock',
        text: "Sign-in codes of the second factor go by the database's clock: if that one is wrong, they are refused.",
      })
    }
    if (!skew.isSound()) {
      found.push({
        code: 'removal-paused',
        text: 'Nothing is removed for being old until the clocks of this machine and the database agree.',
      })
    }
    if (clockKeeper.state() === 'not kept') {
      found.push({
        code: 'clock-without-time-server',
        text: 'The clock of this machine is not kept by a time server (NTP), so the times of filings and their receipts prove little: see `timedatectl`.',
      })
    }
    return found
  },
}
