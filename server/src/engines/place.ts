import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where process ids mean the same: a machine since it was started, or a container on it. */
export type Place = {
  /** For people. It may change while a machine runs. */
  readonly host: string
  /** Of the machine's start; empty where the system tells none. */
  readonly boot: string
  /** Of the container's process table; empty where the system knows none. */
  readonly pidNamespace: string
}

export function thisPlace(): Place {
  return {
    host: hostname(),
    boot: told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: told(() => readlinkSync('/proc/self/ns/pid')),
  }
}

/** Whether a process of one sees those of the other by their ids. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.boot !== other.boot || one.pidNamespace !== other.pidNamespace) return false
  return one.boot !== '' || one.host === other.host
}

/** A place in eight letters, for the name of a folder. */
export function tagOf({ host, boot, pidNamespace }: Place): string {
  const name = boot === '' ? host : `${boot} ${pidNamespace}`
  return createHash('sha256').update(name).digest('hex').slice(0, 8)
}

function told(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Whether a process of this place has that id, whosever it is; a zombie counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process may not be asked, and is alive.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
