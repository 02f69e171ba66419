import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import type { ClockSources, ProgramAnswer } from './clock-keeper.ts'

/** Milliseconds after which a program is ended. */
const TIMEOUT_MS = 1500
const MOST_BYTES = 4096

/** Touched by systemd-timesyncd whenever a server has told it the time. */
const TIMESYNC_MARK = '/run/systemd/timesync/synchronized'

/**
 * What this machine says of its clock, by programs that see this environment. The mark of timesyncd has this machine's time,
 * so it is compared by that.
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
      maxBuffer: MOST_BYTES,
      windowsHide: true,
    } as const
    execFile(program, args, options, (error, output) => resolve(error ? null : output))
  })
}
