import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { availableParallelism, loadavg } from 'node:os'
import { type Machine, type MeasuredStep, type Profile, profileOf } from './profile.ts'

type Watch = {
  /** The profile of the steps that ran since the start. */
  profileOf(steps: readonly MeasuredStep[]): Profile
}

/** Records the time and the load of the machine at the start of a run. */
export function startWatch(): Watch {
  const started = performance.now()
  const loadAtStart = currentLoad()
  return {
    profileOf(steps) {
      const machine: Machine = { cores: availableParallelism(), loadAtStart, loadAtEnd: currentLoad() }
      return profileOf({ machine, seconds: (performance.now() - started) / 1000, steps })
    },
  }
}

/** Writes a profile as JSON; creates a missing folder. */
export function writeProfile(file: string, profile: Profile): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(profile, null, 2)}\n`)
}

const currentLoad = () => loadavg()[0] ?? 0
