import { existsSync, statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Log } from '../../log/log.ts'
import type { Connection } from '../pool.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { closeCluster, endAtOnce } from './close-cluster.ts'
import { clusterFiles, prepareFolder, type ClusterFiles } from './cluster-files.ts'
import { createClusterLease, giveBack, type ClusterLease, type LeaseOptions } from './cluster-lease.ts'
import { createCluster } from './create-cluster.ts'
import { isOnlyElsewhere, joinElsewhere, type OpenedCluster } from './elsewhere.ts'
import { claimServer, joinCluster } from './keeper.ts'
import { createStarter, type Starter } from './postmaster-starter.ts'
import { discardPostmaster, readPostmaster } from './postmaster-file.ts'
import { isAlive } from '../../place.ts'
import { isPostgresOn } from './processes.ts'

/** Minimum free bytes: with less, PostgreSQL starts and then fails with its own errors. */
const MIN_FREE_BYTES = 100_000_000
/** Milliseconds. Recovery after a crash first syncs the whole folder, which is slow on a busy disk. */
const START_TIMEOUT_MS = 90_000
const POLL_INTERVAL_MS = 25

export type EmbeddedOptions = {
  /** Whether this process is the server; its data has only one. */
  readonly server: boolean
  readonly log: Log
  /** Where this process runs, and how long it waits for other places. */
  readonly lease?: Omit<LeaseOptions, 'log'>
  /** Free bytes on the file system of a folder. */
  readonly freeBytes?: (folder: string) => number
}

export type EmbeddedDatabase = {
  /** Connects to the portal's database as the role that the portal works as. */
  readonly config: Connection
  /** Connects as the role that owns the tables. */
  readonly owner: Connection
  /** Marks this process as a user of the database; its `end` event means that the database is gone. */
  readonly keeper: Client
  /** Leaves the cluster; the last process to leave stops PostgreSQL. */
  close(): Promise<void>
}

/**
 * Opens the PostgreSQL below `dataDir`: joins a running one, or starts it, or creates it first.
 * @throws StartError with one line for the person who starts the portal.
 * @see docs/decisions/0003-embed-a-real-postgresql.md
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const files = clusterFiles(dataDir)
  try {
    const binaries = await findBinaries()
    prepareFolder(files)
    const { client, config, owner, close } = await openCluster(files, binaries, options)
    if (options.server) await claimOrLeave(client, files, close)
    return { config, owner, keeper: client, close }
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
): Promise<OpenedCluster> {
  let pid: number | undefined
  const lease = createClusterLease(files, {
    ...options.lease,
    log: options.log,
    onLost({ host }) {
      options.log.error({ host }, 'Another host has taken the database over; it is stopped here.')
      if (pid !== undefined) void endAtOnce(pid, files)
    },
  })
  try {
    // Outside of the start timeout: finding out whether another host is alive takes its own time.
    const holder = existsSync(files.home) ? await lease.take() : null
    if (holder) return await joinElsewhere(files, { ...options, holder })
    const opened = await joinOrStart(files, { binaries, options, lease })
    pid = readPostmaster(files.data)?.pid
    opened.client.once('end', lease.leave)
    return opened
  } catch (error) {
    lease.leave()
    throw error
  }
}

type Opening = {
  readonly binaries: Binaries
  readonly options: EmbeddedOptions
  readonly lease: ClusterLease
}

async function joinOrStart(files: ClusterFiles, opening: Opening): Promise<OpenedCluster> {
  const { binaries, options, lease } = opening
  const starter = createStarter(files, binaries)
  const end = performance.now() + START_TIMEOUT_MS
  for (let reason: unknown; ; await sleep(POLL_INTERVAL_MS)) {
    if (performance.now() > end) {
      throw new StartError(`The database in ${files.data} does not get ready (see ${files.log}).`, {
        cause: reason,
      })
    }
    const holder = existsSync(files.home) ? await lease.take() : null
    if (holder) {
      starter.abandon()
      return joinElsewhere(files, { ...options, holder })
    }
    const postmaster = readPostmaster(files.data)
    if (postmaster && (await isPostgresOn(postmaster.pid, files.data))) {
      try {
        const keeper = await joinCluster(files, postmaster, options)
        return { ...keeper, close: () => closeCluster(keeper.client, files, { binaries, lease }) }
      } catch (error) {
        if (isAboutFiles(error)) throw error
        // On a full disk, waiting does not help.
        requireRoom(files, options)
        reason = error
      }
    } else if (starter.hasEnded()) await sleep(starter.pauseAfterEnd())
    else if (!starter.isStarting()) {
      if (postmaster && (await isOnlyElsewhere(postmaster.pid, files))) {
        giveBack(lease)
        return joinElsewhere(files, { ...options, holder: null })
      }
      if (postmaster && isAlive(postmaster.pid)) discardPostmaster(files.data, postmaster.pid)
      await makeAndStart(files, { ...opening, starter })
    }
  }
}

async function makeAndStart(
  files: ClusterFiles,
  { binaries, options, lease, starter }: Opening & { starter: Starter },
): Promise<void> {
  const { log } = options
  requireRoom(files, options)
  if (!existsSync(files.home)) {
    log.info({ folder: files.home }, 'The database is made, which takes a second or two.')
    await createCluster(files, binaries)
    // The caller first checks who holds the new cluster.
    return
  }
  lease.sign()
  await starter.start()
}

/** @throws StartError if PostgreSQL would not run with so little room (R1.113). */
function requireRoom(
  { dataDir }: ClusterFiles,
  { freeBytes = freeBytesOf }: Pick<EmbeddedOptions, 'freeBytes'>,
): void {
  const free = freeBytes(dataDir)
  if (free >= MIN_FREE_BYTES) return
  throw new StartError(
    `Only ${Math.floor(free / 1e6)} MB are free for DATA_DIR ${dataDir}; the database needs ${MIN_FREE_BYTES / 1e6} MB to start.`,
  )
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Whether the error comes from the file system, not from a socket. */
function isAboutFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'path' in error && !('address' in error)
}
