import type { Clock } from '../clock/clock.ts'
import { askClamd, ClamdAway, ClamdBrokeOff, ClamdSlow, type ClamdAnswer } from './ask-clamd.ts'
import type { ClamdAddress } from '../config/clamd-address.ts'
import type { Scanner, Verdict } from './scanner.ts'

const PROBE_MS = 5000
/** Milliseconds after a timeout during which other callers do not wait for it. */
const LEFT_ALONE_MS = 15_000
/** The name that clamd reports for bytes that it did not scan completely, if configured to alert on them. */
const LIMITS_EXCEEDED = 'Heuristics.Limits.Exceeded'
const TOO_LONG = 'The scanner took too long.'
const TOO_EARLY = 'It answered before it was sent everything.'

/** A ClamAV daemon, used with INSTREAM (clamd(8)). */
export function openClamd(address: ClamdAddress, { clock }: { clock: Clock }): Scanner {
  let awaySince: Date | null = null
  let leftAloneUntil = 0
  const cameBack = () => {
    awaySince = null
    leftAloneUntil = 0
  }
  const isAway = (startedAt: number, withinMs: number) => {
    awaySince ??= clock.now()
    if (performance.now() - startedAt >= withinMs) leftAloneUntil = performance.now() + LEFT_ALONE_MS
  }

  // A failed scan is the file's fault as long as the daemon responds to other requests.
  const isThere = async () => {
    try {
      await askClamd(address, { command: 'PING', withinMs: PROBE_MS })
      return true
    } catch {
      return false
    }
  }

  return {
    awaySince: () => awaySince,
    async scan(bytes, { withinMs, signal }) {
      const startedAt = performance.now()
      if (startedAt < leftAloneUntil)
        return { kind: 'unavailable', reason: 'It has just not answered in its time.' }
      try {
        const answer = await askClamd(address, { command: 'INSTREAM', bytes, withinMs, signal })
        cameBack()
        return verdictOf(answer)
      } catch (error) {
        if (signal?.aborted) return { kind: 'unavailable', reason: 'It was not asked to the end.' }
        if (error instanceof ClamdBrokeOff) return { kind: 'error', reason: error.message }
        if (!(error instanceof ClamdAway)) throw error
        if (error instanceof ClamdSlow && (await isThere())) {
          cameBack()
          return { kind: 'error', reason: TOO_LONG }
        }
        isAway(startedAt, withinMs)
        return { kind: 'unavailable', reason: error.message }
      }
    },
    async probe() {
      const startedAt = performance.now()
      try {
        const { line } = await askClamd(address, { command: 'VERSION', withinMs: PROBE_MS })
        cameBack()
        return line
      } catch {
        isAway(startedAt, PROBE_MS)
        return null
      }
    },
  }
}

function verdictOf({ line, sawAll }: ClamdAnswer): Verdict {
  const said = line.trim()
  if (said === 'stream: OK') return sawAll ? { kind: 'clean' } : { kind: 'error', reason: TOO_EARLY }
  const [, finding] = /^stream: (.+) FOUND$/.exec(said) ?? []
  if (finding?.startsWith(LIMITS_EXCEEDED) || said.startsWith('INSTREAM size limit exceeded')) {
    return { kind: 'too large' }
  }
  return finding ? { kind: 'infected', finding } : { kind: 'error', reason: said || 'It answered nothing.' }
}
