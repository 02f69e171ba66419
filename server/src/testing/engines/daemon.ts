import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programEnvironment } from '../../engines/config/program-environment.ts'
import { engineUser, pidFile } from './engine-folder.ts'

/** Milliseconds. Timeouts for hanging programs: a busy machine takes five times as long as a quiet one. */
const READY_TIMEOUT_MS = 90_000
const END_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 50
/** Characters of a program's output in the error. */
const MAX_REPORTS = 1000

export type Daemon = {
  /** Resolves when `works` does. Rejects with the program's output if it ends before, or takes too long. */
  until(works: () => Promise<unknown>): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Asks it to end, by SIGTERM unless another signal is given, then kills it. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

type Program = {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  /** Its working folder, with its process id and its output. */
  readonly folder: string
  readonly environment?: NodeJS.ProcessEnv
  /** For the one engine that must run as root. */
  readonly isRoot?: boolean
}

/** Starts an engine's program in the foreground, as an ordinary user by default. It ends with this process. */
export function startDaemon(program: Program): Daemon {
  const { name, file, args, folder, environment = {}, isRoot = false } = program
  const child = spawn(file, args, {
    ...(isRoot ? {} : engineUser()),
    cwd: folder,
    env: { ...programEnvironment(), HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_REPORTS)
      appendFileSync(join(folder, `${name}.out`), text)
    })
  }
  if (child.pid !== undefined) writeFileSync(pidFile(folder, name), String(child.pid))
  child.on('error', (error) => (said += error.message))
  const killNow = () => void child.kill('SIGKILL')
  process.once('exit', killNow)
  child.once('exit', () => process.off('exit', killNow))
  return {
    kill: (signal) => void child.kill(signal),
    until: (works) => untilReady(child, works, () => `${name}: ${said.trim() || 'it said nothing'}`),
    async stop(signal = 'SIGTERM') {
      if (hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill(signal)
      const alarm = setTimeout(killNow, END_TIMEOUT_MS)
      await ended
      clearTimeout(alarm)
    },
  }
}

async function untilReady(
  child: ChildProcess,
  works: () => Promise<unknown>,
  told: () => string,
): Promise<void> {
  const end = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      await works()
      return
    } catch (error) {
      if (hasEnded(child)) throw new Error(`It ended before it was ready. ${told()}`, { cause: error })
      if (performance.now() > end) throw new Error(`It did not become ready. ${told()}`, { cause: error })
    }
    await sleep(POLL_INTERVAL_MS)
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
