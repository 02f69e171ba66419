import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where process ids mean the same: one boot of a machine, or one container on it. */
export type Place = {
  /** For display. It may change while a machine runs. */
  readonly host: string
  /** Id of the machine's boot; empty where the system has none. */
  readonly boot: string
  /** Id of the container's process table; empty where the system has none. */
  readonly pidNamespace: string
}

export function thisPlace(): Place {
  return {
    host: hostname(),
    boot: told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: told(() => readlinkSync('/proc/self/ns/pid')),
  }
}

/** Whether processes of the two places see each other by process id. */
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

/** Whether a process with that id exists here, under any user. A zombie counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another user refuses the signal, but is alive.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
