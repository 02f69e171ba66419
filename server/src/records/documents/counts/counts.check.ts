import type { DatabaseCheck } from '../../../engines/database/database-check.ts'
import { findCountDrift } from './counts.repository.ts'

/** Checks the stored totals of lists against the documents. */
export const countsCheck: DatabaseCheck = {
  name: 'counts',
  async find({ kysely }) {
    const { cells, held, counted } = await findCountDrift(kysely)
    if (cells === 0) return []
    const numbers = [cells, held, counted].map((number) => number.toLocaleString('en-US'))
    return [
      `${numbers[0]} count(s) of documents are wrong; one says ${numbers[1]} where there are ${numbers[2]}: \`npm run -s portal -- counts rebuild\` brings them right.`,
    ]
  },
}
