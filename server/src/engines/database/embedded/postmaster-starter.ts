import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { programEnvironment } from '../../config/program-environment.ts'
import { StartError } from '../../config/start-error.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { reasonIn, runProgram } from './run-program.ts'
import { findRunner } from './runner.ts'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, which could take the port before PostgreSQL uses it. */
const FIRST = 20_000

const LAST = 32_000

const TRIES = 20

/** Bytes after which the log of PostgreSQL is rotated; one previous log is kept. */
const MAX_LOG_BYTES = 10_000_000

const MAX_FAILURES = 3

/** Maximum bytes of a socket address that every system accepts. macOS has the lowest limit. */
const MAX_SOCKET_ADDRESS_BYTES = 103

export type Starter = {
  /** Starts PostgreSQL. */
  start(): Promise<void>
  /** Whether the PostgreSQL that `start` launched is still starting. */
  isStarting(): boolean
  /** Kills the PostgreSQL that `start` launched. */
  abandon(): void
  /** Whether the last PostgreSQL ended before it was ready. */
  hasEnded(): boolean
  /**
   * Milliseconds to wait before the next start.
   * @throws StartError if another start is pointless.
   */
  pauseAfterEnd(): number
}

type StartedProcess = Pick<ChildProcess, 'exitCode' | 'signalCode'> & Partial<Pick<ChildProcess, 'kill'>>

/** Whether a client can use the address of the socket in the data folder. */
export function hasSocket(data: string): boolean {
  return (
    process.platform !== 'win32' && Buffer.byteLength(join(data, '.s.PGSQL.5432')) <= MAX_SOCKET_ADDRESS_BYTES
  )
}

/** Starts PostgreSQL on a cluster, and retries if another process interfered. */
export function createStarter(files: ClusterFiles, binaries: Binaries): Starter {
  let child: StartedProcess | null = null
  let logBefore = 0
  let failures = 0
  const hasEnded = () => child !== null && (child.exitCode !== null || child.signalCode !== null)
  return {
    hasEnded,
    isStarting: () => child !== null && !hasEnded(),
    abandon: () => void child?.kill?.('SIGQUIT'),
    async start() {
      rotateLog(files.log)
      logBefore = existsSync(files.log) ? statSync(files.log).size : 0
      const options = hasSocket(files.data)
        ? []
        : ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', `${await freePort()}`]
      child =
        process.platform === 'win32'
          ? await startOnWindows(files, binaries, options)
          : await startPostmaster(files, binaries, options)
    },
    pauseAfterEnd() {
      const said = existsSync(files.log) ? readFileSync(files.log).subarray(logBefore).toString() : ''
      const code = child?.exitCode ?? child?.signalCode
      child = null
      // Not a failure if another process started it first or is stopping it, or if backends of a dead one still hold
      // its memory.
      if (code !== 0 && !said.includes('postmaster.pid" already exists')) failures += 1
      if (failures < MAX_FAILURES) return failures * 300
      throw new StartError(
        `The database did not start: ${reasonIn(said) || `it ended with ${code}`} (see ${files.log}).`,
      )
    },
  }
}

/** Runs in its own session, so that Ctrl-C at the portal's terminal does not reach it, and without a shell. */
async function startPostmaster(
  { home, data, log }: ClusterFiles,
  { initdb, postgres }: Binaries,
  options: readonly string[],
): Promise<ChildProcess> {
  const run = await findRunner(home, initdb)
  const { file, args, user } = run(postgres, ['-D', data, ...options])
  const output = openSync(log, 'a', 0o600)
  try {
    const { uid, gid } = statSync(home)
    if (process.getuid?.() === 0) fchownSync(output, uid, gid)
    const child = spawn(file, args, {
      ...user,
      cwd: '/',
      env: programEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

/**
 * pg_ctl drops administrator rights, which PostgreSQL refuses to run with. It returns when PostgreSQL is ready or has
 * failed.
 */
async function startOnWindows(
  { data, log }: ClusterFiles,
  { pg_ctl }: Binaries,
  options: readonly string[],
): Promise<StartedProcess> {
  const args = ['start', '-w', '-s', '-D', data, '-l', log, '-o', options.join(' ')]
  const { code } = await runProgram({ file: pg_ctl, args, isSilent: true })
  return { exitCode: code === 0 ? null : code, signalCode: null }
}

function rotateLog(log: string): void {
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) renameSync(log, `${log}.1`)
}

/** A TCP port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  for (let tried = 1; tried < TRIES; tried += 1) {
    const port = await tryPort(randomInt(FIRST, LAST)).catch(() => null)
    if (port !== null) return port
  }
  return tryPort(0)
}

/** 0 means any port. @throws if the port is taken or not allowed. */
function tryPort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
