import { randomUUID } from 'node:crypto'
import { isAlive, isSamePlace, thisPlace, type Place } from '../place.ts'

/** A server that works off jobs, as it stands beside what it has in hand; one of an older release names no `boot`. */
export type LeaseOwner = Place & {
  readonly id: string
  readonly pid: number
  /** ISO 8601, of the process. */
  readonly startedAt: string
}

/** This process, as one more server. */
export function newLeaseOwner(): LeaseOwner {
  return {
    ...thisPlace(),
    id: randomUUID(),
    pid: process.pid,
    startedAt: new Date(performance.timeOrigin).toISOString(),
  }
}

/** Whether that server surely runs no more, as `own` can tell: of another machine nobody here knows. */
export function isGone(other: LeaseOwner, own: LeaseOwner): boolean {
  if (!isSamePlace(other, own)) return false
  return other.pid === own.pid ? other.startedAt !== own.startedAt : !isAlive(other.pid)
}
