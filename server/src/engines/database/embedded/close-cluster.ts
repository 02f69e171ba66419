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

/** Leaves a cluster of this place. The last one out stops PostgreSQL and gives the lease back. */
export async function closeCluster(
  keeper: Client,
  { data }: ClusterFiles,
  { binaries, lease }: { binaries: Binaries; lease: ClusterLease },
): Promise<void> {
  try {
    const isLast = await leaveCluster(keeper)
    const pid = readPostmaster(data)?.pid
    if (!isLast || pid === undefined) return
    // Read while nobody can start another.
    const signed = lease.signature()
    await stopPostmaster(pid, data, binaries)
    if (signed && !(await isPostgresOn(pid, data))) lease.release(signed)
  } catch {
    // The database is gone already, and with it our locks.
  } finally {
    lease.leave()
    keeper.connection.stream.destroy()
  }
}

/** Cuts every connection, writes everything out and ends. */
async function stopPostmaster(pid: number, data: string, { pg_ctl }: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram({ file: pg_ctl, args: ['stop', '-s', '-w', '-m', 'fast', '-D', data], isSilent: true })
    return
  }
  process.kill(pid, 'SIGINT')
  const end = performance.now() + STOP_TIMEOUT_MS
  // Its postmaster.pid is gone before the process is.
  while (performance.now() < end && (await isPostgresOn(pid, data))) {
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Ends PostgreSQL without a last word to its files, which are somebody else's now. */
export async function endAtOnce(pid: number, { data }: ClusterFiles): Promise<void> {
  if (!(await isPostgresOn(pid, data))) return
  try {
    process.kill(pid, process.platform === 'win32' ? 'SIGKILL' : 'SIGQUIT')
  } catch {
    // It has ended meanwhile.
  }
}
