import type { DatabaseCheck } from '../database/database-check.ts'
import { listBrokenKeys } from './foreign-keys.repository.ts'

/**
 * Checks that every row has its parent. PostgreSQL checks only rows that are written, and none while its triggers are
 * off. A restore checks all rows, and stops at the first one without a parent.
 */
export const foreignKeysCheck: DatabaseCheck = {
  name: 'foreign keys',
  find: async ({ kysely }) =>
    (await listBrokenKeys(kysely)).map(
      ({ table, constraint, parent, rows, example }) =>
        `${rows.toLocaleString('en-US')} row(s) of ${table} name what is not in ${parent} (${constraint}), such as ${example}, so that no backup with them can be restored: put back what they name, or remove them, then verify again and make a new backup.`,
    ),
}
