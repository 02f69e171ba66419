import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { availableParallelism, loadavg } from 'node:os'
import { type Machine, type MeasuredStep, profileLines, profileOf } from './profile.ts'

type Watch = {
  /** Writes the profile of the steps that ran since the start to a file, and gives its lines for a person. */
  write(file: string, steps: readonly MeasuredStep[]): string[]
}

/** Notes the time and the load of the machine at the start of a run. */
export function startWatch(): Watch {
  const started = performance.now()
  const loadAtStart = currentLoad()
  return {
    write(file, steps) {
      const machine: Machine = { cores: availableParallelism(), loadAtStart, loadAtEnd: currentLoad() }
      const profile = profileOf({ machine, seconds: (performance.now() - started) / 1000, steps })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(profile, null, 2)}\n`)
      return profileLines(profile)
    },
  }
}

const currentLoad = () => loadavg()[0] ?? 0
