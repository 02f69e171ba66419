import type { Clock } from '../clock/clock.ts'
import { askClamd, ClamdAway, ClamdBrokeOff } from './ask-clamd.ts'
import type { ClamdAddress } from './clamd-address.ts'
import type { Scanner, Verdict } from './scanner.ts'

const PROBE_MS = 5000
/** Nobody else waits so long for one that has just not answered in its time. */
const LEFT_ALONE_MS = 15_000
/** How clamd, told to alert of them, names bytes that it has not looked at to the end. */
const LIMITS_EXCEEDED = 'Heuristics.Limits.Exceeded'

/** A ClamAV daemon, asked by INSTREAM (clamd(8)). */
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

  return {
    awaySince: () => awaySince,
    async scan(bytes, { withinMs }) {
      const startedAt = performance.now()
      if (startedAt < leftAloneUntil)
        return { kind: 'unavailable', reason: 'It has just not answered in its time.' }
      try {
        const answer = await askClamd(address, { command: 'INSTREAM', bytes, withinMs })
        cameBack()
        return verdictOf(answer)
      } catch (error) {
        if (error instanceof ClamdBrokeOff) return { kind: 'error', reason: error.message }
        if (!(error instanceof ClamdAway)) throw error
        isAway(startedAt, withinMs)
        return { kind: 'unavailable', reason: error.message }
      }
    },
    async probe() {
      const startedAt = performance.now()
      try {
        const version = await askClamd(address, { command: 'VERSION', withinMs: PROBE_MS })
        cameBack()
        return version
      } catch {
        isAway(startedAt, PROBE_MS)
        return null
      }
    },
  }
}

function verdictOf(answer: string): Verdict {
  const said = answer.trim()
  if (said === 'stream: OK') return { kind: 'clean' }
  const [, finding] = /^stream: (.+) FOUND$/.exec(said) ?? []
  if (finding?.startsWith(LIMITS_EXCEEDED) || said.startsWith('INSTREAM size limit exceeded')) {
    return { kind: 'too large' }
  }
  return finding ? { kind: 'infected', finding } : { kind: 'error', reason: said || 'It answered nothing.' }
}
