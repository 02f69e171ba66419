import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../config/start-error.ts'
import { makeFolder } from '../database/embedded/cluster-files.ts'

/** Exists in DATA_DIR from before a restore makes the database there until the restore ends. A kill leaves it. */
const FILE = 'unfinished-restore'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export const UNFINISHED_RESTORE =
  'A restore into this portal did not finish, so it is none yet. Run the same command again: npm run -s portal -- restore DIR'

/** @throws StartError if a restore was killed before its database could have a mark. */
export function refuseMarkedFolder(dataDir: string): void {
  if (existsSync(join(dataDir, FILE))) throw new StartError(UNFINISHED_RESTORE)
}

type Restoring = {
  readonly dataDir: string
  /** Whether the folder has no database yet. Otherwise the database gets the mark, once it is known to be unused. */
  readonly isNew: boolean
  /** A line for the person at the terminal. */
  readonly print: (line: string) => void
}

/** Runs a restore. A kill leaves a mark that survives a power loss, and a stop signal is told in one line. */
export async function whileRestoring<T>(
  { dataDir, isNew, print }: Restoring,
  work: () => Promise<T>,
): Promise<T> {
  const stop = (signal: NodeJS.Signals) => {
    print(`The restore was stopped (${signal}) before it finished. Run the same command again.`)
    // Without its listener the signal ends the process as usual.
    forget()
    process.kill(process.pid, signal)
  }
  const forget = () => SIGNALS.forEach((signal) => process.off(signal, stop))
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    if (isNew) markFolder(dataDir)
    return await work()
  } finally {
    // From here on the database has a mark where the restore failed.
    rmSync(join(dataDir, FILE), { force: true })
    forget()
  }
}

function markFolder(dataDir: string): void {
  makeFolder(dataDir)
  syncAndClose(openSync(join(dataDir, FILE), 'w'))
  for (const folder of [dataDir, dirname(dataDir)]) syncAndClose(openSync(folder, 'r'))
}

function syncAndClose(file: number): void {
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
