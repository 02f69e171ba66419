import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import { listWronglyKept, type WronglyKept } from './kept-facts.repository.ts'

const FACTS: Readonly<Record<WronglyKept['column'], string>> = {
  has_password: 'password',
  has_second_factor: 'second factor',
}

/** Whether accounts tell truly who has a password and a second factor: a sentence for each that does not. */
export const accountsCheck: DatabaseCheck = {
  name: 'accounts',
  find: async ({ kysely }) =>
    (await listWronglyKept(kysely)).map(
      ({ id, column, isKept, remedy }) =>
        `Account ${id} is listed ${isKept ? 'with' : 'without'} a ${FACTS[column]}, which is not so: see to the triggers first, then \`${remedy}\`.`,
    ),
}
