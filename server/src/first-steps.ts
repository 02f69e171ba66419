import type { World } from './world.ts'

/** Tells how to add the first administrator while there is no account. */
export async function tellFirstSteps(
  { database }: Pick<World, 'database'>,
  say: (line: string) => void,
): Promise<void> {
  const account = await database.kysely.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account) return
  say('There is no account yet. Add the first administrator in another terminal:')
  say('  npm run -s portal -- user add --email you@your-firm.example --admin')
  say('It prints a link to set the password.')
}
