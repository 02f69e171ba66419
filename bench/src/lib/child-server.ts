import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type ChildServer = {
  readonly origin: string
  /** Milliseconds from the start of its process to its first good answer. */
  readonly startedInMs: number
  /** Milliseconds of processor time so far; null where the system does not tell. */
  cpu(): number | null
  /** Bytes of memory that it holds now; null where the system does not tell. */
  memory(): number | null
  stop(): Promise<void>
}

type Start = {
  /** Absolute path of the program; it listens on PORT. */
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  /** For Node itself. */
  readonly flags?: readonly string[]
  /** Returns 200 once the server is ready. */
  readonly readyPath: string
}

const CHECKOUT = resolve(import.meta.dirname, '../../..')
const READY_TIMEOUT_MS = 60_000
const CLOCK_TICK_MS = 10

/**
 * Starts a server in a process of its own.
 * @throws Error with its last words when it does not get ready.
 */
export async function startChild({
  program,
  environment,
  flags = [],
  readyPath,
}: Start): Promise<ChildServer> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...flags, program], {
    cwd: CHECKOUT,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Whatever ends the bench ends its servers.
  const end = () => void child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const lastWords: string[] = []
  child.stderr.on('data', (chunk: Buffer) => lastWords.splice(0, lastWords.length - 20, chunk.toString()))
  const origin = `http://127.0.0.1:${port}`
  const stop = () => stopChild(child)
  try {
    await ready(new URL(readyPath, origin), child)
  } catch (error) {
    await stop()
    throw new Error(`${program} did not get ready. ${lastWords.join('')}`, { cause: error })
  }
  const startedInMs = performance.now() - started
  return { origin, startedInMs, cpu: () => cpuOf(child.pid), memory: () => memoryOf(child.pid), stop }
}

async function ready(url: URL, child: ChildProcess): Promise<void> {
  const givesUp = performance.now() + READY_TIMEOUT_MS
  while (performance.now() < givesUp && child.exitCode === null) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await wait(5)
  }
  throw new Error(child.exitCode === null ? 'It took too long.' : `It ended with ${child.exitCode}.`)
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(hard)
}

/** User and system time from /proc, which only Linux has; the name before them may hold spaces, but ends in a parenthesis. */
function cpuOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
  } catch {
    return null
  }
}

function memoryOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
