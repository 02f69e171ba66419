import { spawn } from 'node:child_process'
import { programEnvironment } from '../../config/program-environment.ts'

/** A program, its arguments, and the user to run it as, if not the current one. */
export type Command = {
  readonly file: string
  readonly args: readonly string[]
  /** For a program that leaves child processes running, which would hold its output open. */
  readonly isSilent?: boolean
  readonly user?: { readonly uid: number; readonly gid: number }
}

export type Outcome = { readonly code: number | null; readonly output: string }

/**
 * Runs a program to its end, without a shell, so that any path works. Never rejects: a program that cannot start
 * returns code -1 and the reason as its output.
 */
export function runProgram({ file, args, user, isSilent = false }: Command): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...user,
      cwd: '/',
      env: programEnvironment(),
      stdio: isSilent ? 'ignore' : ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    const collect = (text: string) => void (output += text)
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Joins the lines of a program's output that explain a failure into one line, three lines at most. */
export function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  const telling = lines.filter((line) => /FATAL|ERROR|PANIC|error|No space/.test(line))
  return (telling.length > 0 ? telling : lines).slice(-3).join(' | ')
}
