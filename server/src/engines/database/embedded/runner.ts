import { statSync } from 'node:fs'
import { StartError } from '../../config/start-error.ts'
import { reasonIn, runProgram, type Command, type Outcome } from './run-program.ts'

/** Makes the command that runs a PostgreSQL program as the owner of a folder. */
export type Runner = (file: string, args: readonly string[]) => Command

type User = { readonly uid: number; readonly gid: number }

/**
 * How to run PostgreSQL's programs on `folder`: plainly, or as root by way of the folder's owner, because PostgreSQL
 * refuses to be root. `program` is one of them, tried with --version.
 * @throws StartError when no way works.
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
 * As that user, but able to walk through folders of mode 700, as root's home is. The secure bit is essential: PostgreSQL
 * asks access(2), which forgets the capability of a user who is not root without it.
 */
function throughClosedFolders({ uid, gid }: User): Runner {
  const capability = '+dac_override'
  const options = [
    ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
    ['--securebits', '+no_setuid_fixup', '--inh-caps', capability, '--ambient-caps', capability],
  ].flat()
  return (file, args) => ({ file: 'setpriv', args: [...options, '--', file, ...args] })
}
