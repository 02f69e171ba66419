import type { Environment } from './engines/config/environment.ts'
import { anyAccountExists } from './records/accounts/accounts.repository.ts'
import type { World } from './records/context.ts'

/** Settings without a secret that another terminal needs to reach the same portal and to print its address. */
const TO_REPEAT = ['DATA_DIR', 'PORT', 'PUBLIC_URL'] as const

/** Settings with a secret that it needs as well: their values are not printed. */
const TO_FILL_IN = ['DATABASE_URL', 'BLOB_URL'] as const

type Output = {
  /** Of the process, without a file of settings, which each command reads by itself. */
  readonly environment: Environment
  /** Where it listens: a PORT of 0 has become a free one. */
  readonly port: number
  readonly print: (line: string) => void
}

/** Tells how to add the first administrator while there is no account. */
export async function printFirstSteps(
  { database }: Pick<World, 'database'>,
  { environment, port, print }: Output,
): Promise<void> {
  if (await anyAccountExists(database.kysely)) return
  const secret = TO_FILL_IN.filter((name) => environment[name]).map((name) => `${name}='the same' `)
  const repeated = TO_REPEAT.flatMap((name) => {
    const value = name === 'PORT' && environment[name] === '0' ? String(port) : environment[name]
    return value ? [`${name}=${quoted(value)} `] : []
  })
  const settings = [...secret, ...repeated]
  print('There is no account yet. Add the first administrator in another terminal, with the same settings:')
  print(`  ${settings.join('')}npm run -s portal -- user add --email you@your-firm.example --admin`)
  print('It prints a link to set the password.')
}

/** As a shell reads it. */
function quoted(value: string): string {
  return /^[\w/.:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}
