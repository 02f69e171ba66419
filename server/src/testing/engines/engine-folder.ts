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

/** Whom engines run as where we are root; some of them refuse to be root. */
const NOBODY = { uid: 65_534, gid: 65_534 }
/** Short: the path of a socket has at most 103 bytes. */
const PREFIX = 'portal-eng-'

/** Undefined where an engine runs as whoever we are. */
export function engineUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined
}

/** An empty folder of one engine, whose name says which process it belongs to. */
export function engineFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  giveToEngine(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** Makes a file or folder the engine's own. */
export function giveToEngine(path: string): void {
  const user = engineUser()
  if (user) chownSync(path, user.uid, user.gid)
}

export const pidFile = (folder: string, name: string) => join(folder, `${name}.pid`)

/** Ends what runs of this user's engines whose run was killed before it could do so, and removes their folders. */
export function sweepEngines(): void {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const owner = name.slice(PREFIX.length).split('-')[0] ?? ''
    if (existsSync(`/proc/${owner}`)) continue
    const folder = join(tmpdir(), name)
    for (const file of filesIn(folder).filter((file) => file.endsWith('.pid'))) endByFile(folder, file)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** None where another run has removed the folder in the meantime. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The number may have become another process's, which does not stand in the folder. */
function endByFile(folder: string, file: string): void {
  try {
    const pid = Number(readFileSync(join(folder, file), 'utf8'))
    if (pid > 1 && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
