import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { programEnvironment } from '../engines/config/program-environment.ts'
import { findBinaries, type Binaries } from '../engines/database/embedded/binaries.ts'
import { runProgram } from '../engines/database/embedded/run-program.ts'
import { findRunner } from '../engines/database/embedded/runner.ts'
import { freePort } from '../engines/database/embedded/postmaster-starter.ts'
import { isPostgresOn } from '../engines/database/embedded/processes.ts'

/** PostgreSQL refuses to be root; root's clusters run as nobody. */
const NOBODY = 65534
const MEMORY = '/dev/shm'
const ROOM = 1e9
/** Short: the path of a socket has at most 103 bytes. */
const PREFIX = 'portal-pg-'
/** Milliseconds: no run of the tests takes three hours. */
const MAX_RUN_MS = 3 * 3_600_000
/** Milliseconds. */
const START_TIMEOUT_MS = 60_000

/** Nothing here outlives the run, so nothing is synced. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '200',
  max_wal_size: '2GB',
  checkpoint_timeout: '1d',
}

/** The programs of a PostgreSQL, and what only its version understands. */
export type PostgresVersion = {
  readonly programs: Pick<Binaries, 'initdb' | 'postgres'>
  /** Options of its initdb for code points in their order; each of them is one of UTF-8. */
  readonly locale: readonly string[]
  readonly settings: Readonly<Record<string, string>>
}

/** The version that the portal brings itself. @throws StartError where npm brought none. */
export async function embeddedPostgres(): Promise<PostgresVersion> {
  return {
    programs: await findBinaries(),
    locale: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    settings: { io_method: 'sync' },
  }
}

/** `folder` holds its socket, by the name of port 5432, but on Windows. */
export type RunningCluster = { adminUrl: string; folder: string; stop: () => Promise<void> }

/** A PostgreSQL of its own in a temporary folder, in memory where that has room; the embedded one unless another is named. */
export async function startTestCluster(version?: PostgresVersion): Promise<RunningCluster> {
  const folder = mkdtempSync(join(roomyFolder(), `${PREFIX}${process.pid}-`))
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const { programs, locale, settings: ownSettings } = version ?? (await embeddedPostgres())
  const { initdb, postgres } = programs
  const run = await findRunner(folder, initdb)
  const made = await runProgram(
    run(
      initdb,
      [
        ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
        locale,
      ].flat(),
    ),
  )
  if (made.code !== 0) throw new Error(`initdb failed: ${made.output}`)
  const { settings, adminUrl } = await addressIn(folder)
  const options = Object.entries({ ...SETTINGS, ...ownSettings, ...settings }).map(
    ([name, value]) => `--${name}=${value}`,
  )
  const { file, args, user } = run(postgres, ['-D', data, ...options])
  const child = spawn(file, args, { ...user, cwd: '/', env: programEnvironment(), stdio: 'ignore' })
  try {
    await untilReady(adminUrl, child)
  } catch (error) {
    child.kill('SIGQUIT')
    throw error
  }
  return {
    adminUrl,
    folder,
    async stop() {
      // Ctrl-C reaches it before us.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGINT')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A socket in a folder that is nobody else's; on Windows, where Node knows no such sockets, a port. */
async function addressIn(folder: string): Promise<{ settings: Record<string, string>; adminUrl: string }> {
  const isWindows = process.platform === 'win32'
  const port = String(isWindows ? await freePort() : 5432)
  const host = isWindows ? '127.0.0.1' : folder
  return {
    settings: {
      port,
      listen_addresses: isWindows ? host : '',
      unix_socket_directories: isWindows ? '' : host,
    },
    adminUrl: `postgres://postgres@localhost:${port}/postgres?${new URLSearchParams({ host }).toString()}`,
  }
}

async function untilReady(connectionString: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (child.exitCode !== null) throw new Error('The test cluster ended at once.', { cause: error })
      if (performance.now() > end) throw error
      await sleep(10)
    }
  }
}

/** A folder for what need not last: in memory where that has room. */
export function roomyFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM ? MEMORY : tmpdir()
}

/** Puts away the clusters of runs that were killed before they could do so themselves. */
export async function sweepTestClusters(): Promise<void> {
  for (const parent of new Set([roomyFolder(), tmpdir()])) {
    for (const name of readdirSync(parent).filter((name) => name.startsWith(PREFIX))) {
      const owner = Number(name.slice(PREFIX.length).split('-')[0])
      const folder = join(parent, name)
      if (!isAlive(owner) && isOld(folder)) await removeCluster(folder)
    }
  }
}

async function removeCluster(folder: string): Promise<void> {
  try {
    const data = join(folder, 'data')
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (await isPostgresOn(pid, data)) process.kill(pid, 'SIGQUIT')
  } catch {
    // It does not run, or is another user's.
  }
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another user's: theirs to put away.
  }
}

/**
 * A process that is not to be seen may live in a container that shares this memory, so young folders stay. Another run may
 * have removed the folder in the meantime.
 */
function isOld(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > MAX_RUN_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
