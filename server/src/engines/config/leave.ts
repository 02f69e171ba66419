import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that a file which is still being read or written, and what was printed, get to come to their end. */
const GRACE_MS = 2000
const LOOK_MS = 20

/**
 * Ends the process, server or command, whose work is done. A disk that hangs, that of a backup for one, holds a thread, for
 * which `exit` would wait as long as it hangs: then the process kills itself, which no caller takes for a success.
 */
export async function leave(exitCode: number): Promise<never> {
  const until = performance.now() + GRACE_MS
  while ((holdsFile() || process.stdout.writableLength > 0) && performance.now() < until) await sleep(LOOK_MS)
  if (holdsFile()) process.kill(process.pid, 'SIGKILL')
  process.exit(exitCode)
}

function holdsFile(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|FileHandleCloseReq)/.test(name))
}
