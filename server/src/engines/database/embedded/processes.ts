import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { runProgram } from './run-program.ts'

/** Whether this id is a living PostgreSQL on `data`, not a zombie or another program that reuses the id. */
export async function isPostgresOn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return isPostgresOnLinux(pid, data)
  const { output } = await runProgram(
    process.platform === 'win32'
      ? { file: 'tasklist', args: ['/NH', '/FI', `PID eq ${pid}`] }
      : { file: 'ps', args: ['-p', String(pid), '-o', 'command='] },
  )
  // ps shows the name of a zombie in parentheses.
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
    // We may not inspect this process; its name must do.
    return true
  }
}
