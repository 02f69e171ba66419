import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL records about itself in its folder. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** The network address that it listens on; empty if it listens on its socket only. */
  readonly address: string
  readonly isStopping: boolean
}

const NAME = 'postmaster.pid'
const SOCKET_LOCK = '.s.PGSQL.5432.lock'

/** The PostgreSQL that this folder's file names, running or not. Null without a file. */
export function readPostmaster(data: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(data, NAME), 'utf8').split('\n')
  } catch {
    return null
  }
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    address: lines[5]?.trim() ?? '',
    isStopping: lines[7]?.trim() === 'stopping',
  }
}

/**
 * Removes the files of a PostgreSQL that has ended, when another process has its id now. PostgreSQL would take that
 * process for one of its own and refuse to start.
 */
export function discardPostmaster(data: string, pid: number): void {
  for (const name of [NAME, SOCKET_LOCK]) discard(join(data, name), pid)
}

/** Renames first, so that a file which a new PostgreSQL creates at this moment is detected and restored. */
function discard(file: string, pid: number): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (Number.parseInt(readFileSync(aside, 'utf8'), 10) === pid) rmSync(aside)
    else renameSync(aside, file)
  } catch {
    // Another process was faster.
  }
}
