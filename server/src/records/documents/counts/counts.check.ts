import type { DatabaseCheck } from '../../../engines/database/database-check.ts'
import { findCountDrift } from './counts.repository.ts'
import { counted } from '../../../engines/warnings/counted.ts'

/** Checks the stored totals of lists against the documents. */
export const countsCheck: DatabaseCheck = {
  name: 'counts',
  async find({ kysely }) {
    const { cells, held, counted: documents } = await findCountDrift(kysely)
    if (cells === 0) return []
    const [shown, right] = [held, documents].map((number) => number.toLocaleString('en-US'))
    return [
      `${counted(cells, 'count of documents is', 'counts of documents are')} wrong; one says ${shown} instead of ${right}: \`npm run -s portal -- counts rebuild\` corrects that.`,
    ]
  },
}
