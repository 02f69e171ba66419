import { type ChildProcess, spawn } from 'node:child_process'

const IS_WINDOWS = process.platform === 'win32'

export type Bounds = {
  /** Milliseconds until it is told to end. */
  readonly bound: number
  /** Milliseconds it then gets to end by itself. */
  readonly grace: number
}

type Options = Bounds & { readonly cwd: string; readonly env: NodeJS.ProcessEnv }

/**
 * Runs a program with our output and gives its exit code, or a phrase where there was none.
 * It always resolves: what does not end within its bound is ended, with all that it started.
 */
export async function runBounded(
  command: readonly [string, ...string[]],
  options: Options,
): Promise<number | string> {
  const [program, ...words] = command
  const child = spawn(program, words, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, so that what it started ends with it.
    detached: !IS_WINDOWS,
    shell: IS_WINDOWS,
  })
  const passOn = passOnSignals(child)
  let isLate = false
  const alarm = setTimeout(() => {
    isLate = true
    endGroup(child, 'SIGTERM')
    force = setTimeout(() => endGroup(child, 'SIGKILL'), options.grace)
  }, options.bound)
  let force: NodeJS.Timeout | undefined
  const ended = await endOf(child)
  clearTimeout(alarm)
  clearTimeout(force)
  passOn.stop()
  endGroup(child, 'SIGKILL')
  return isLate ? `did not end within ${options.bound / 1000} s` : ended
}

function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? `was ended by ${signal}`))
  })
}

/** Someone who interrupts us means the program too, which sits in another process group. */
function passOnSignals(child: ChildProcess): { stop(): void } {
  const interrupted = () => {
    endGroup(child, 'SIGTERM')
    child.once('exit', () => process.exit(130))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, interrupted)
  return { stop: () => signals.forEach((signal) => process.off(signal, interrupted)) }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (IS_WINDOWS) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}
