import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A server that works off jobs, as it stands beside what it has in hand. */
export type LeaseOwner = {
  readonly id: string
  readonly host: string
  /** In which `pid` means something: containers of one host name may each have a process 1. */
  readonly pidSpace: string
  readonly pid: number
  /** ISO 8601, of the process. */
  readonly startedAt: string
}

/** This process, as one more server. */
export function newLeaseOwner(): LeaseOwner {
  return {
    id: randomUUID(),
    host: hostname(),
    pidSpace: readPidSpace(),
    pid: process.pid,
    startedAt: new Date(performance.timeOrigin).toISOString(),
  }
}

/** Only Linux has more than one. */
function readPidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Whether that server surely runs no more, as `own` can tell: of another machine nobody here knows. */
export function isGone(other: LeaseOwner, own: LeaseOwner): boolean {
  if (other.host !== own.host || other.pidSpace !== own.pidSpace) return false
  return other.pid === own.pid ? other.startedAt !== own.startedAt : !isAlive(other.pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process may not be asked, and is alive.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
