import type { DatabaseCheck } from '../../engines/database/database-check.ts'
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
