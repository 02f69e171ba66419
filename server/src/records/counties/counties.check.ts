import type { Kysely } from 'kysely'
import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { findDuplicateNames } from './counties.repository.ts'

/** Whether each county has a name of its own: what to do about each name that several have, a sentence each. */
export const countiesCheck: DatabaseCheck = {
  name: 'counties',
  find: async ({ kysely }) =>
    (await findDuplicateNames(kysely)).map(
      ({ names }) =>
        `Counties ${names.join(' and ')} have one name: rename one with \`npm run -s portal -- county set --county ID --name N\`.`,
    ),
}

/** How many counties share a name, in a sentence at most that everybody may read: it names none. */
export async function duplicateCountyWarnings(db: Kysely<DB>): Promise<string[]> {
  const number = (await findDuplicateNames(db)).reduce((sum, { names }) => sum + names.length, 0)
  return number === 0
    ? []
    : [
        `${number} counties share a name with another one: \`npm run -s portal -- verify --database\` names them.`,
      ]
}
