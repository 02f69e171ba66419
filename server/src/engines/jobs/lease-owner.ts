import { randomUUID } from 'node:crypto'
import { isAlive, isSamePlace, thisPlace, type Place } from '../place.ts'

/** A process that runs jobs, as the lease of a job names it. A process of an older release names no `boot`. */
export type LeaseOwner = Place & {
  readonly id: string
  readonly pid: number
  /** When the process started, in ISO 8601. */
  readonly startedAt: string
  /** Undefined for a server. */
  readonly isWorker?: true
}

/** Describes this process as a lease owner. */
export function newLeaseOwner({ isWorker = false } = {}): LeaseOwner {
  return {
    ...thisPlace(),
    id: randomUUID(),
    pid: process.pid,
    startedAt: new Date(performance.timeOrigin).toISOString(),
    ...(isWorker && { isWorker }),
  }
}

/** Whether the owner's process has certainly ended. A process of another machine cannot be checked. */
export function isGone(other: LeaseOwner, own: LeaseOwner): boolean {
  if (!isSamePlace(other, own)) return false
  return other.pid === own.pid ? other.startedAt !== own.startedAt : !isAlive(other.pid)
}
