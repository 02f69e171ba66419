import { statSync } from 'node:fs'
import { StartError } from '../../config/start-error.ts'
import { reasonIn, runProgram, type Command, type Outcome } from './run-program.ts'

/** Builds the command that runs a PostgreSQL program as the owner of a folder. */
export type Runner = (file: string, args: readonly string[]) => Command

type User = { readonly uid: number; readonly gid: number }

/**
 * Finds out how to run PostgreSQL's programs on `folder`: directly or, as root, through the folder's owner, because
 * PostgreSQL refuses to run as root. It tries `program` with --version.
 * @throws StartError if no way works.
 */
export async function findRunner(folder: string, program: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return (file, args) => ({ file, args })
  const { uid, gid } = statSync(folder)
  let outcome: Outcome = { code: -1, output: '' }
  for (const run of [asUser({ uid, gid }), throughClosedFolders({ uid, gid })]) {
    outcome = await runProgram(
      run('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', folder, program]),
    )
    if (outcome.code === 0) return run
  }
  throw new StartError(
    `PostgreSQL does not run as root, and user ${uid} cannot reach ${folder} or ${program} (${reasonIn(outcome.output)}). Move them out of the closed folder, run as an ordinary user, or set DATABASE_URL.`,
  )
}

function asUser(user: User): Runner {
  return (file, args) => ({ file, args, user })
}

/**
 * Runs as that user, but able to pass through folders of mode 700, such as root's home. The secure bit is essential:
 * PostgreSQL calls access(2), which ignores the capability of a non-root user without it.
 */
function throughClosedFolders({ uid, gid }: User): Runner {
  const capability = '+dac_override'
  const options = [
    ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
    ['--securebits', '+no_setuid_fixup', '--inh-caps', capability, '--ambient-caps', capability],
  ].flat()
  return (file, args) => ({ file: 'setpriv', args: [...options, '--', file, ...args] })
}
