import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Binaries } from './binaries.ts'
import type { ClusterFiles } from './cluster-files.ts'
import type { ClusterLease } from './cluster-lease.ts'
import { leaveCluster } from './cluster-locks.repository.ts'
import { readPostmaster } from './postmaster-file.ts'
import { isPostgresOn } from './processes.ts'
import { runProgram } from './run-program.ts'

/** Milliseconds. */
const STOP_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 25

/** Leaves a cluster of this place. The last process to leave stops PostgreSQL and releases the lease. */
export async function closeCluster(
  keeper: Client,
  { data }: ClusterFiles,
  { binaries, lease }: { binaries: Binaries; lease: ClusterLease },
): Promise<void> {
  try {
    const isLast = await leaveCluster(keeper)
    const pid = readPostmaster(data)?.pid
    if (!isLast || pid === undefined) return
    // Read it while no other process can start PostgreSQL.
    const signed = lease.signature()
    await stopPostmaster(pid, data, binaries)
    if (signed && !(await isPostgresOn(pid, data))) lease.release(signed)
  } catch {
    // The database is gone already, and our locks with it.
  } finally {
    lease.leave()
    keeper.connection.stream.destroy()
  }
}

/** Stops PostgreSQL: it cuts all connections, flushes its data and exits. */
async function stopPostmaster(pid: number, data: string, { pg_ctl }: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram({ file: pg_ctl, args: ['stop', '-s', '-w', '-m', 'fast', '-D', data], isSilent: true })
    return
  }
  process.kill(pid, 'SIGINT')
  const end = performance.now() + STOP_TIMEOUT_MS
  // PostgreSQL removes postmaster.pid before its process ends.
  while (performance.now() < end && (await isPostgresOn(pid, data))) {
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Ends PostgreSQL without a final write to its files, which belong to another place now. */
export async function endAtOnce(pid: number, { data }: ClusterFiles): Promise<void> {
  if (!(await isPostgresOn(pid, data))) return
  try {
    process.kill(pid, process.platform === 'win32' ? 'SIGKILL' : 'SIGQUIT')
  } catch {
    // It ended in the meantime.
  }
}
