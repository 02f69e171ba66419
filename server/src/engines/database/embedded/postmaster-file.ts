import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL writes about itself into its folder. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** Where it listens on the network; empty when only on its socket. */
  readonly address: string
  readonly isStopping: boolean
}

const NAME = 'postmaster.pid'
const SOCKET_LOCK = '.s.PGSQL.5432.lock'

/** The PostgreSQL of this folder as its file names it, running or not; null without a file. */
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
 * Removes the files of a PostgreSQL that is no more, where its id belongs to another process now: PostgreSQL itself would
 * take that process for its own and refuse to start.
 */
export function discardPostmaster(data: string, pid: number): void {
  for (const name of [NAME, SOCKET_LOCK]) discard(join(data, name), pid)
}

/** By renaming, so that a file which a new PostgreSQL made this instant is seen and put back. */
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
