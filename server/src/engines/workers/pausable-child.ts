import { spawn, type ChildProcess } from 'node:child_process'
import { isRunning } from './spawn-child.ts'

/** Stops and continues a child with the processes that it started. */
export type PausableChild = {
  /** Returns whether the child is paused. One that cannot be paused safely runs on. */
  pause(): boolean
  resume(): void
  [Symbol.dispose](): void
}

/** Waits until its standard input ends, then continues the process group of its argument. */
const CONTINUE_AT_END = 'read -r line; kill -s CONT -- "-$1"'

/**
 * The watch of a paused child is paused too, so it would outlive this process, which a SIGKILL can end at any moment.
 * So a paused child has a guard: a shell that continues it when this process is gone. The child then ends itself.
 */
export function pausable(child: ChildProcess): PausableChild {
  let guard: ChildProcess | null = null
  let isPaused = false
  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined || !isRunning(child)) return
    try {
      process.kill(-child.pid, name)
    } catch {
      // It has ended just now.
    }
  }
  const resume = () => {
    if (isPaused) signal('SIGCONT')
    isPaused = false
  }
  const guarded = (): boolean => {
    guard ??= startGuard(child, () => {
      guard = null
      resume()
    })
    return guard !== null
  }
  return {
    pause() {
      if (isPaused) return true
      if (!isRunning(child) || !guarded()) return false
      isPaused = true
      signal('SIGSTOP')
      return true
    },
    resume,
    [Symbol.dispose]() {
      resume()
      guard?.kill('SIGKILL')
    },
  }
}

/** Null if it did not start. `onEnd` is called when it ends. */
function startGuard({ pid }: ChildProcess, onEnd: () => void): ChildProcess | null {
  // Windows has no such signals.
  if (pid === undefined || process.platform === 'win32') return null
  const guard = spawn('/bin/sh', ['-c', CONTINUE_AT_END, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    // It outlives a signal to the group of this process.
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  if (guard.pid === undefined) return null
  guard.once('exit', onEnd)
  return guard
}
