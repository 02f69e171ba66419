import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The user of engines if we are root. Some engines refuse to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }
/** Short, because the path of a socket has at most 103 bytes. */
const PREFIX = 'portal-eng-'

/** Undefined if engines run as the current user. */
export function engineUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined
}

/** Creates an empty folder for one engine. Its name contains the id of its process. */
export function engineFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  giveToEngine(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** Gives a file or folder to the engine's user. */
export function giveToEngine(path: string): void {
  const user = engineUser()
  if (user) chownSync(path, user.uid, user.gid)
}

export const pidFile = (folder: string, name: string) => join(folder, `${name}.pid`)

/** Ends leftover engines of this user whose run was killed, and removes their folders. */
export function sweepEngines(): void {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const owner = name.slice(PREFIX.length).split('-')[0] ?? ''
    if (existsSync(`/proc/${owner}`)) continue
    const folder = join(tmpdir(), name)
    for (const file of filesIn(folder).filter((file) => file.endsWith('.pid'))) endByFile(folder, file)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Empty if another run has removed the folder meanwhile. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The id may belong to another process by now, which does not use the folder. */
function endByFile(folder: string, file: string): void {
  try {
    const pid = Number(readFileSync(join(folder, file), 'utf8'))
    if (pid > 1 && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
