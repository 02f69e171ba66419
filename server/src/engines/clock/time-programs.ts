import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import type { ClockSources, ProgramAnswer } from './clock-keeper.ts'

/** Milliseconds after which a program is killed. */
const TIMEOUT_MS = 1500
const MAX_BYTES = 4096

/** systemd-timesyncd touches this file whenever it gets the time from a server. */
const TIMESYNC_MARK = '/run/systemd/timesync/synchronized'

/**
 * The clock sources of this machine. Programs run with the environment `env`. The file of timesyncd has a timestamp of
 * this machine's clock, so it is compared with that clock.
 */
export function machineClockSources(machine: Clock, env: NodeJS.ProcessEnv): ClockSources {
  return {
    ask: (program, args) => ask(env, program, args),
    async secondsSinceTimesync() {
      try {
        const { mtimeMs } = await stat(TIMESYNC_MARK)
        return Math.abs(machine.now().getTime() - mtimeMs) / 1000
      } catch {
        return null
      }
    },
  }
}

function ask(env: NodeJS.ProcessEnv, program: string, args: readonly string[]): Promise<ProgramAnswer> {
  return new Promise((resolve) => {
    const options = {
      cwd: '/',
      env,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_BYTES,
      windowsHide: true,
    } as const
    execFile(program, args, options, (error, output) => resolve(error ? null : output))
  })
}
