import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 100

/**
 * Runs `work` while no other process of this user runs work under the same lock file. Takes over a lock whose holder is
 * gone, or that is older than `boundMs` milliseconds. It only avoids double work, so the work must be atomic by itself.
 */
export async function withLock<T>(path: string, boundMs: number, work: () => Promise<T>): Promise<T> {
  while (!(await acquired(path))) {
    if (await abandoned(path, boundMs)) await rm(path, { force: true })
    else await pause(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function acquired(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function abandoned(path: string, boundMs: number): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    if (Date.now() - mtimeMs > boundMs) return true
    // An empty file belongs to a holder that has not written its number yet.
    return holder !== '' && !isRunning(Number(holder))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
