import { existsSync, statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Log } from '../../log/log.ts'
import type { Connection } from '../pool.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { clusterFiles, prepareFolder, type ClusterFiles } from './cluster-files.ts'
import { createCluster } from './create-cluster.ts'
import { leaveCluster } from './cluster-locks.repository.ts'
import { claimServer, joinCluster, type Keeper } from './keeper.ts'
import { createStarter, type Starter } from './postmaster-starter.ts'
import { discardPostmaster, readPostmaster } from './postmaster-file.ts'
import { isAlive, isPostgresOn } from './processes.ts'
import { runProgram } from './run-program.ts'

/** Bytes that must be free: without them PostgreSQL starts, and fails in words of its own. */
const MIN_FREE_BYTES = 100_000_000
/** Milliseconds. Recovery after a crash syncs the whole folder first, which takes its time on a busy disk. */
const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 25

export type EmbeddedOptions = {
  /** Whether this process is the server, of which there is one on its data. */
  readonly server: boolean
  readonly log: Log
  /** Bytes free for a folder. */
  readonly freeBytes?: (folder: string) => number
}

export type EmbeddedDatabase = {
  /** For the portal's own role, on its own database. */
  readonly config: Connection
  /** Says that this process uses the database; its `end` says that the database is gone. */
  readonly keeper: Client
  /** Leaves; the last one out stops PostgreSQL. */
  close(): Promise<void>
}

/**
 * Opens the PostgreSQL below `dataDir`: joins the one that runs, else starts it, else makes it.
 * @throws StartError with one line for who starts the portal.
 * @see docs/decisions/0003-real-postgresql-embedded.md
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const files = clusterFiles(dataDir)
  try {
    const binaries = await findBinaries()
    prepareFolder(files)
    const { client, config } = await openCluster(files, binaries, options)
    const close = () => closeCluster(client, files, binaries)
    if (options.server) await claimOrLeave(client, files, close)
    return { config, keeper: client, close }
  } catch (error) {
    throw isAboutFiles(error)
      ? new StartError(`DATA_DIR ${files.dataDir} cannot be used: ${error.message}.`, { cause: error })
      : error
  }
}

async function claimOrLeave(client: Client, files: ClusterFiles, leave: () => Promise<void>): Promise<void> {
  try {
    await claimServer(client, files)
  } catch (error) {
    await leave()
    throw error
  }
}

async function openCluster(
  files: ClusterFiles,
  binaries: Binaries,
  options: EmbeddedOptions,
): Promise<Keeper> {
  const starter = createStarter(files, binaries)
  const end = performance.now() + START_TIMEOUT_MS
  for (let reason: unknown; ; await sleep(POLL_INTERVAL_MS)) {
    if (performance.now() > end) {
      throw new StartError(`The database in ${files.data} does not get ready (see ${files.log}).`, {
        cause: reason,
      })
    }
    const postmaster = readPostmaster(files.data)
    if (postmaster && (await isPostgresOn(postmaster.pid, files.data))) {
      try {
        return await joinCluster(files, postmaster, options)
      } catch (error) {
        if (isAboutFiles(error)) throw error
        reason = error
      }
    } else if (starter.hasEnded()) await sleep(starter.pauseAfterEnd())
    else if (!starter.isStarting()) {
      if (postmaster && isAlive(postmaster.pid)) discardPostmaster(files.data, postmaster.pid)
      await makeAndStart(files, binaries, { ...options, starter })
    }
  }
}

async function makeAndStart(
  files: ClusterFiles,
  binaries: Binaries,
  { starter, log, freeBytes = freeBytesOf }: EmbeddedOptions & { starter: Starter },
): Promise<void> {
  const free = freeBytes(files.dataDir)
  if (free < MIN_FREE_BYTES) {
    throw new StartError(
      `Only ${Math.floor(free / 1e6)} MB are free for DATA_DIR ${files.dataDir}; the database needs ${MIN_FREE_BYTES / 1e6} MB to start.`,
    )
  }
  if (!existsSync(files.home)) {
    log.info({ folder: files.home }, 'The database is made, which takes a second or two.')
    await createCluster(files, binaries)
  }
  await starter.start()
}

async function closeCluster(keeper: Client, { data }: ClusterFiles, { pg_ctl }: Binaries): Promise<void> {
  try {
    const isLast = await leaveCluster(keeper)
    const pid = readPostmaster(data)?.pid
    if (isLast && pid !== undefined) {
      if (process.platform === 'win32') {
        await runProgram({
          file: pg_ctl,
          args: ['stop', '-s', '-w', '-m', 'fast', '-D', data],
          isSilent: true,
        })
      } else await stopPostmaster(pid, data)
    }
  } catch {
    // The database is gone already, and with it our locks.
  } finally {
    keeper.connection.stream.destroy()
  }
}

/** Cuts every connection, writes everything out and ends. */
async function stopPostmaster(pid: number, data: string): Promise<void> {
  process.kill(pid, 'SIGINT')
  const end = performance.now() + STOP_TIMEOUT_MS
  while (performance.now() < end && readPostmaster(data)?.pid === pid && (await isPostgresOn(pid, data))) {
    await sleep(POLL_INTERVAL_MS)
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** What the file system said, and no socket. */
function isAboutFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'path' in error && !('address' in error)
}
