import type { Kysely } from 'kysely'
import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { listNamesakes } from './counties.repository.ts'

/** Whether each county has a name of its own. */
export const countiesCheck: DatabaseCheck = {
  name: 'counties',
  find: ({ kysely }) => tellNamesakes(kysely),
}

/** What to do about each name that several counties have, a sentence each. */
export async function tellNamesakes(db: Kysely<DB>): Promise<string[]> {
  return (await listNamesakes(db)).map(
    ({ names }) =>
      `Counties ${names.join(' and ')} have one name: rename one with \`npm run -s portal -- county set --county ID --name N\`.`,
  )
}
