import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import { listNamesakes } from './counties.repository.ts'

/** Whether each county has a name of its own. */
export const countiesCheck: DatabaseCheck = {
  name: 'counties',
  find: async ({ kysely }) =>
    (await listNamesakes(kysely)).map(
      ({ names }) =>
        `Counties ${names.join(' and ')} have one name: rename one with \`npm run -s portal -- county set --county ID --name N\`.`,
    ),
}
