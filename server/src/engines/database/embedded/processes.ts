import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { runProgram } from './run-program.ts'

/** Whether a process has this id, whosever it is; a zombie counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether this id is a living PostgreSQL on `data`: not an id used anew by another program, not a zombie. */
export async function isPostgresOn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return isPostgresOnLinux(pid, data)
  const { output } = await runProgram(
    process.platform === 'win32'
      ? { file: 'tasklist', args: ['/NH', '/FI', `PID eq ${pid}`] }
      : { file: 'ps', args: ['-p', String(pid), '-o', 'command='] },
  )
  // A zombie's name stands in brackets.
  return output.includes('postgres') && !output.startsWith('(')
}

function isPostgresOnLinux(pid: number, data: string): boolean {
  try {
    // A zombie's command line is empty.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return false
  } catch {
    return false
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    // Not ours to look at; its name must do.
    return true
  }
}
