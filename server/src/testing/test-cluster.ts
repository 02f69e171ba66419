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

/** PostgreSQL refuses to run as root, so root's clusters run as nobody. */
const NOBODY = 65534
const MEMORY = '/dev/shm'
const ROOM = 1e9
/** Short, because the path of a socket has at most 103 bytes. */
const PREFIX = 'portal-pg-'
/** Milliseconds. No test run takes three hours. */
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

/** The programs of a PostgreSQL, and options of its version. */
export type PostgresVersion = {
  readonly programs: Pick<Binaries, 'initdb' | 'postgres'>
  /** Options of its initdb for a sort order by code points. Each of them implies UTF-8. */
  readonly locale: readonly string[]
  readonly settings: Readonly<Record<string, string>>
}

/** The bundled version. @throws StartError if npm installed none. */
export async function embeddedPostgres(): Promise<PostgresVersion> {
  return {
    programs: await findBinaries(),
    locale: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    settings: { io_method: 'sync' },
  }
}

/** `folder` has its socket, named for port 5432, except on Windows. */
export type RunningCluster = { adminUrl: string; folder: string; stop: () => Promise<void> }

/** Starts a PostgreSQL in a temporary folder, in memory if that has room; the embedded version by default. */
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
      // Ctrl-C reaches it before this process.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGINT')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A socket in a private folder; on Windows, where Node supports no such sockets, a port. */
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

/** A folder for temporary data: in memory if that has room. */
export function roomyFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM ? MEMORY : tmpdir()
}

/** Removes the clusters of runs that were killed. */
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
    // It is not running, or belongs to another user.
  }
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to another user, who must remove it.
  }
}

/**
 * An invisible process may live in a container that shares this memory, so young folders stay. Another run may have
 * removed the folder meanwhile.
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
