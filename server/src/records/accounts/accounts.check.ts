import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import { listStaleFacts, type StaleFact } from './derived-facts.repository.ts'

const FACTS: Readonly<Record<StaleFact['column'], string>> = {
  has_password: 'a password',
  has_second_factor: 'two-step verification',
}

/** Finds accounts whose derived columns for password and second factor are wrong. One sentence for each. */
export const accountsCheck: DatabaseCheck = {
  name: 'accounts',
  find: async ({ kysely }) => (await listStaleFacts(kysely)).map(tell),
}

function tell({ id, column, isKept, remedy }: StaleFact): string {
  const fact = FACTS[column]
  const line = `Account ${id} is listed ${isKept ? 'with' : 'without'} ${fact}, which is not so`
  if (!isKept) return `${line}: see to the triggers first, then \`${remedy}\`.`
  return `${line}: somebody may have removed it from the database. See to the triggers, and ask its person, or compare with a backup, first; only where it is gone rightly, \`${remedy}\`.`
}
