import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readPostmaster } from '../engines/database/embedded/postmaster-file.ts'
import { isPostgresOn } from '../engines/database/embedded/processes.ts'
import { runProgram, type Command } from '../engines/database/embedded/run-program.ts'
import { roomyFolder } from './test-cluster.ts'

const PROGRAM = fileURLToPath(new URL('./database-user.ts', import.meta.url))
const POLL_INTERVAL_MS = 20

/** The arguments of the program, described there. */
type Flag = '--server' | '--once' | '--write' | '--poll' | `--place=${string}`

type Start = {
  as?: (file: string, args: readonly string[]) => Command
  path?: string
  /** The program; by default `database-user.ts`. */
  program?: string
}

export type DatabaseUser = {
  readonly pid: number
  /** All its output so far, by line. */
  readonly lines: readonly string[]
  /** Waits for a line like this; rejects when the process ends without it. */
  says(pattern: RegExp): Promise<string>
  /** Sends SIGTERM, or the given signal, and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<void>
  readonly ended: Promise<void>
}

const running = new Set<DatabaseUser>()
const folders = new Set<string>()

/** Starts a process that uses the database below `dataDir`. `as` runs it as another user. */
export function startDatabaseUser(
  dataDir: string,
  flags: readonly Flag[] = [],
  { as = asWeAre, path, program = PROGRAM }: Start = {},
): DatabaseUser {
  const { file, args, user } = as(process.execPath, [program, dataDir, ...flags])
  const child = spawn(file, args, {
    ...user,
    cwd: '/',
    env: { ...process.env, PATH: path ?? process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let hasEnded = false
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => void lines.push(line))
  }
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      hasEnded = true
      running.delete(started)
      resolve()
    })
  })
  const started: DatabaseUser = {
    pid: child.pid ?? 0,
    lines,
    ended,
    async says(pattern) {
      for (;;) {
        const isOver = hasEnded
        const line = lines.find((line) => pattern.test(line))
        if (line !== undefined) return line
        if (isOver) throw new Error(`It ended without ${pattern}: ${lines.join(' / ')}`)
        await sleep(POLL_INTERVAL_MS)
      }
    },
    async end(signal = 'SIGTERM') {
      if (!hasEnded) child.kill(signal)
      await ended
    },
  }
  running.add(started)
  return started
}

function asWeAre(file: string, args: readonly string[]): Command {
  return { file, args }
}

/** Runs such a process to its end and returns its output. */
export async function useDatabaseOnce(
  ...[dataDir, flags = [], options]: Parameters<typeof startDatabaseUser>
): Promise<readonly string[]> {
  const user = startDatabaseUser(dataDir, [...flags, '--once'], options)
  await user.ended
  return user.lines
}

/** A new folder that every user may enter. As root, it gets this owner. */
export function newFolder({ owner, mode = 0o755 }: { owner?: number; mode?: number } = {}): string {
  const folder = mkdtempSync(join(roomyFolder(), 'portal-data-'))
  folders.add(folder)
  chmodSync(folder, mode)
  if (owner !== undefined) chownSync(folder, owner, owner)
  return folder
}

/** The id of the PostgreSQL that runs on this folder, or 0. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const data = join(dataDir, 'pg/data')
  const pid = readPostmaster(data)?.pid ?? 0
  return pid > 0 && (await isPostgresOn(pid, data)) ? pid : 0
}

/** Kills the processes that a test started. A PostgreSQL stays. */
export async function endDatabaseUsers(): Promise<void> {
  for (const user of running) await user.end('SIGKILL')
}

/** Kills everything that a test started, and removes its folders. */
export async function endDatabaseProcesses(): Promise<void> {
  await endDatabaseUsers()
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('pg/data/postmaster.pid')) await stopPostmaster(join(folder, name, '../../..'))
    }
    rmSync(folder, { recursive: true, force: true })
  }
  folders.clear()
}

async function stopPostmaster(dataDir: string): Promise<void> {
  const pid = await postmasterOf(dataDir)
  if (pid === 0) return
  // Immediately, but not by SIGKILL, which would leave its shared memory.
  process.kill(pid, 'SIGQUIT')
  while ((await postmasterOf(dataDir)) !== 0) await sleep(POLL_INTERVAL_MS)
}

/** Sends SIGKILL, and ignores processes that are already gone. */
export function killAtOnce(...pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
}

export async function childrenOf(pid: number): Promise<number[]> {
  return (await everyProcess()).filter(({ parent }) => parent === pid).map((child) => child.pid)
}

type Process = { pid: number; parent: number }

async function everyProcess(): Promise<Process[]> {
  if (process.platform !== 'linux') {
    const { output } = await runProgram({ file: 'ps', args: ['-A', '-o', 'pid=,ppid='] })
    return output
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may contain anything, so the fields are counted from its end.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
        return [{ pid: Number(name), parent: Number(fields?.[1]) }]
      } catch {
        return []
      }
    })
}
