import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds for open file reads and writes, and for printed output, to finish. */
const GRACE_MS = 2000
const LOOK_MS = 20

/**
 * Ends a server or command whose work is done. A disk that hangs, such as a backup disk, blocks a thread, and `exit`
 * would wait for that thread. Then the process kills itself, so no caller takes it for a success.
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
