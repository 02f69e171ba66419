import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { runProgram } from './run-program.ts'

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
