import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The scope in which process ids are unique: a machine since its boot, or a container on it. */
export type Place = {
  /** For display. It may change while a machine runs. */
  readonly host: string
  /** Id of the machine's boot; empty if the system has none. */
  readonly boot: string
  /** Id of the container's process table; empty if the system has none. */
  readonly pidNamespace: string
}

export function thisPlace(): Place {
  return {
    host: hostname(),
    boot: told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: told(() => readlinkSync('/proc/self/ns/pid')),
  }
}

/** Whether a process of one place can see the processes of the other by id. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.boot !== other.boot || one.pidNamespace !== other.pidNamespace) return false
  return one.boot !== '' || one.host === other.host
}

/** Identifies a place by eight hex digits, for the name of a folder. */
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

/** Whether a process of this place has that id, whichever user owns it; a zombie counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user denies the signal, so it is alive.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
