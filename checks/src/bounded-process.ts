import { type ChildProcess, spawn } from 'node:child_process'

const IS_WINDOWS = process.platform === 'win32'
/** Milliseconds to wait for the rest of the output after a program ends. */
const OUTPUT_GRACE_MS = 5000

export type Bounds = {
  /** Milliseconds until the program is asked to end. */
  readonly bound: number
  /** Milliseconds that it then has to end by itself. */
  readonly grace: number
}

type Options = Bounds & {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Whether the program prints to our output, or its output is collected and returned. */
  readonly output: 'shown' | 'kept'
}

/** The exit code, or a phrase if there was none, and the collected output. */
export type Ended = { readonly result: number | string; readonly output: string }

/**
 * Runs a program to its end. Always resolves: a program that exceeds its bound is killed with all processes it started.
 */
export async function runBounded(
  command: readonly [string, ...string[]],
  { bound, grace, cwd, env, output }: Options,
): Promise<Ended> {
  const [program, ...words] = command
  const stream = output === 'shown' ? 'inherit' : 'pipe'
  const child = spawn(program, words, {
    cwd,
    env,
    stdio: ['ignore', stream, stream],
    // A process group of its own, so that its child processes end with it.
    detached: !IS_WINDOWS,
    shell: IS_WINDOWS,
  })
  const kept = keepOutput(child)
  const passOn = passOnSignals(child)
  let isLate = false
  const alarm = setTimeout(() => {
    isLate = true
    endGroup(child, 'SIGTERM')
    force = setTimeout(() => endGroup(child, 'SIGKILL'), grace)
  }, bound)
  let force: NodeJS.Timeout | undefined
  const ended = await endOf(child)
  clearTimeout(alarm)
  clearTimeout(force)
  passOn.stop()
  endGroup(child, 'SIGKILL')
  const result = isLate ? `did not end within ${bound / 1000} s` : ended
  return { result, output: await kept.whole() }
}

/** Collects the output of a child. Does not wait for a process outside of the group that keeps the pipe open. */
function keepOutput({ stdout, stderr }: ChildProcess): { whole(): Promise<string> } {
  const chunks: Buffer[] = []
  const ends = [stdout, stderr].map(
    (stream) =>
      new Promise<void>((resolve) => {
        if (!stream) return resolve()
        stream.on('data', (chunk: Buffer) => chunks.push(chunk)).once('close', resolve)
      }),
  )
  return {
    async whole() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, OUTPUT_GRACE_MS)
      await Promise.race([Promise.all(ends), late.promise])
      clearTimeout(timer)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? `was ended by ${signal}`))
  })
}

/** Forwards an interrupt to the program, which does not receive it, because it is in another process group. */
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
    // No process of the group is left.
  }
}
