import { anyAccountExists } from './records/accounts/accounts.repository.ts'
import type { World } from './records/context.ts'

/** Tells how to add the first administrator while there is no account. */
export async function printFirstSteps(
  { database }: Pick<World, 'database'>,
  print: (line: string) => void,
): Promise<void> {
  if (await anyAccountExists(database.kysely)) return
  print('There is no account yet. Add the first administrator in another terminal:')
  print('  npm run -s portal -- user add --email you@your-firm.example --admin')
  print('It prints a link to set the password.')
}
