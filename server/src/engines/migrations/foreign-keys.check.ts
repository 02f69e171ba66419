import type { DatabaseCheck } from '../database/database-check.ts'
import { listBrokenKeys } from './foreign-keys.repository.ts'
import { counted } from '../warnings/counted.ts'

/**
 * Checks that every row has its parent. PostgreSQL checks only rows that are written, and none while its triggers are
 * off. A restore checks all rows, and stops at the first one without a parent.
 */
export const foreignKeysCheck: DatabaseCheck = {
  name: 'foreign keys',
  find: async ({ kysely }) =>
    (await listBrokenKeys(kysely)).map(
      ({ table, constraint, parent, rows, example }) =>
        `${counted(rows, 'row')} of ${table} without the row of ${parent} (${constraint}), such as ${example}. No backup with this can be restored. Add the missing rows of ${parent}, or remove these of ${table}. Then verify again and make a new backup.`,
    ),
}
