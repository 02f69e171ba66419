import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import { findDuplicateNames } from './counties.repository.ts'

/** Whether county names are unique. Returns one sentence for each shared name, with what to do. */
export const countiesCheck: DatabaseCheck = {
  name: 'counties',
  find: async ({ kysely }) =>
    (await findDuplicateNames(kysely)).map(
      ({ names }) =>
        `Counties ${names.join(' and ')} have one name: rename one with \`npm run -s portal -- county set --county ID --name N\`.`,
    ),
}
