import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'
import { answersOn } from './answers-on.ts'
import type { ClusterFiles } from './cluster-files.ts'
import {
  createLease,
  newLease,
  readLease,
  removeLease,
  renewLease,
  replaceLease,
  type FoundLease,
  type Lease,
} from './lease-file.ts'
import { isSamePlace, thisPlace, type Place } from '../../place.ts'
import { discardPostmaster, readPostmaster } from './postmaster-file.ts'

/** Milliseconds. */
export type LeaseTimes = {
  /** Time between two renewals. */
  readonly beat: number
  /** How long a lease must go without a renewal before it counts as abandoned. */
  readonly stale: number
  /**
   * How long a PostgreSQL may run on after its postmaster.pid is gone: it checks about once a minute, or a bit less
   * often.
   */
  readonly fence: number
}

const LEASE_TIMES: LeaseTimes = { beat: 2000, stale: 15_000, fence: 130_000 }

const POLL_INTERVAL_MS = 100

export type LeaseOptions = { readonly log: Log; readonly place?: Place; readonly times?: LeaseTimes }

/**
 * The right of one place (a machine, or a container on it) to run PostgreSQL on a folder. Process ids mean nothing at
 * other places, so the holder renews its lease and other places watch for renewals. It compares no clocks, only whether
 * the time of the file changes.
 */
export type ClusterLease = {
  /**
   * Null if this place holds the lease; it then renews it. Otherwise the lease of the current holder. Waits while it
   * watches for a renewal.
   * @throws what the file system throws.
   */
  take(): Promise<Lease | null>
  /** Records this process as the one that starts PostgreSQL, so that an earlier process cannot release the lease. */
  sign(): void
  /** The lease of the process that signed last. */
  signature(): Lease | null
  /** Stops renewing in this process; other processes of this place continue. */
  leave(): void
  /** Releases the lease, if `signed` still is its last signature. */
  release(signed: Lease): void
}

export function createClusterLease(
  files: ClusterFiles,
  { log, place = thisPlace(), times = LEASE_TIMES, onLost }: LeaseOptions & { onLost: (to: Lease) => void },
): ClusterLease {
  const { home, data } = files
  const ours = newLease(place)
  let beats: NodeJS.Timeout | undefined

  /** Null if this place holds the lease; otherwise the lease found. */
  function keep(): FoundLease | null {
    const found = readLease(home)
    if (!found) return createLease(home, ours) ? null : keep()
    if (!isSamePlace(found.lease, place)) return found
    renewLease(home)
    return null
  }

  function beat(): void {
    try {
      const taken = keep()
      if (!taken) return
      leave()
      onLost(taken.lease)
    } catch (error) {
      log.warn({ err: error }, 'The lease on the database could not be renewed and will be tried again.')
    }
  }

  function leave(): void {
    clearInterval(beats)
    beats = undefined
  }

  return {
    async take() {
      for (let watched: Watched | null = null; ; await sleep(POLL_INTERVAL_MS)) {
        const found = keep()
        if (!found) {
          beats ??= setInterval(beat, times.beat).unref()
          return null
        }
        // An older release creates its lease before it writes it, so do not log on the first reading.
        if (!watched) {
          watched = { ...found, since: performance.now(), isTold: false }
          continue
        }
        if (!isUnchanged(found, watched)) return found.lease
        if (!watched.isTold) {
          log.info({ folder: home, host: found.lease.host }, 'Another host used the database; is it alive?')
          watched.isTold = true
        }
        if (performance.now() - watched.since < times.stale) continue
        if (await answersOn(data)) return found.lease
        removeLease(home, found.lease)
        if (mayRunElsewhere(found.lease, place)) await fenceOff(data, { log, ms: times.fence, take: keep })
      }
    },
    sign: () => replaceLease(home, ours),
    signature: () => readLease(home)?.lease ?? null,
    leave,
    release(signed) {
      leave()
      removeLease(home, signed)
    },
  }
}

type Watched = FoundLease & { readonly since: number; isTold: boolean }

function isUnchanged(found: FoundLease, watched: Watched): boolean {
  return found.lease.start === watched.lease.start && found.renewedAt === watched.renewedAt
}

/** On another machine, PostgreSQL may outlive its portal, and its socket is unreachable from here. */
function mayRunElsewhere(lease: Lease, place: Place): boolean {
  return lease.boot !== place.boot && lease.host !== place.host
}

/** PostgreSQL ends when it finds its postmaster.pid missing. */
async function fenceOff(
  data: string,
  { log, ms, take }: { log: Log; ms: number; take: () => FoundLease | null },
): Promise<void> {
  const postmaster = readPostmaster(data)
  if (!postmaster) return
  log.warn(
    { folder: data, seconds: ms / 1000 },
    'A PostgreSQL of another machine was left here; the start waits until it has ended.',
  )
  discardPostmaster(data, postmaster.pid)
  for (const end = performance.now() + ms; performance.now() < end; await sleep(1000)) if (take()) return
}

/** Releases the lease that this process took before it found PostgreSQL running elsewhere. */
export function giveBack(lease: ClusterLease): void {
  const signed = lease.signature()
  if (signed) lease.release(signed)
}
