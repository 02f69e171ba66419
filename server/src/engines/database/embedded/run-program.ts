import { spawn } from 'node:child_process'
import { programEnvironment } from '../../config/program-environment.ts'

/** A program, its arguments, and whom it runs as where that is not us. */
export type Command = {
  readonly file: string
  readonly args: readonly string[]
  /** For a program that leaves others running, which would hold its output open. */
  readonly isSilent?: boolean
  readonly user?: { readonly uid: number; readonly gid: number }
}

export type Outcome = { readonly code: number | null; readonly output: string }

/**
 * Runs a program to its end, without a shell, so that any path is fine. Never rejects: a program that cannot start has
 * code -1 and the reason as its output.
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

/** The lines of a program's output that say what went wrong, at most three, on one line. */
export function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  const telling = lines.filter((line) => /FATAL|ERROR|PANIC|error|No space/.test(line))
  return (telling.length > 0 ? telling : lines).slice(-3).join(' | ')
}
