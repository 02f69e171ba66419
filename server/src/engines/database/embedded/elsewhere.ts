import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../config/start-error.ts'
import { answersOn } from './answers-on.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { joinCluster, type Keeper } from './keeper.ts'
import type { Lease } from './lease-file.ts'
import { readPostmaster } from './postmaster-file.ts'
import { isPostgresOn } from './processes.ts'

/** Milliseconds for a PostgreSQL of another place to become ready. */
const READY_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 100

export type OpenedCluster = Keeper & { close(): Promise<void> }

/** Whether the PostgreSQL with this id runs, but in another container of this machine. */
export async function isOnlyElsewhere(pid: number, { data }: ClusterFiles): Promise<boolean> {
  if (!(await answersOn(data))) return false
  // A PostgreSQL that has just started here would answer too.
  return readPostmaster(data)?.pid === pid && !(await isPostgresOn(pid, data))
}

/**
 * Joins a cluster that another place runs, through its socket. Only commands may do so. Leaving never stops it.
 * @throws StartError with one line, always for a server, and when the socket cannot be reached.
 */
export async function joinElsewhere(
  files: ClusterFiles,
  { server, holder }: { server: boolean; holder: Lease | null },
): Promise<OpenedCluster> {
  // A lease that a kill left half written names no host.
  const host = holder?.host || 'another host or container'
  const use = `The database in ${files.dataDir} is in use on ${host}`
  if (server) throw new StartError(`${use}. Stop the portal there first, or take another DATA_DIR.`)
  const end = performance.now() + READY_TIMEOUT_MS
  for (let cause: unknown; ; await sleep(POLL_INTERVAL_MS)) {
    const postmaster = readPostmaster(files.data)
    if (postmaster && (await answersOn(files.data))) {
      try {
        const keeper = await joinCluster(files, postmaster, { server })
        return { ...keeper, close: async () => void keeper.client.connection.stream.destroy() }
      } catch (error) {
        cause = error
      }
    }
    if (performance.now() < end) continue
    throw new StartError(
      `${use} and cannot be reached from here. Run the command there, or stop the portal there first.`,
      { cause },
    )
  }
}
