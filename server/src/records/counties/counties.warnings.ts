import type { Engines } from '../../engines/engines.ts'
import type { SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import { findDuplicateNames } from './counties.repository.ts'

/** The number of shared county names. It names none, because every caller of `/readyz` may read it. */
export const countyWarnings: SlowWarningSource<Pick<Engines, 'database'>, 'county-names-shared'> = {
  subject: 'the names of counties',
  warnings: { 'county-names-shared': { advice: 'Run it: each of its lines says what to do.' } },
  async collect({ database }) {
    const duplicates = await findDuplicateNames(database.kysely)
    const number = duplicates.reduce((sum, { names }) => sum + names.length, 0)
    if (number === 0) return []
    const text = `${number} counties share a name with another one: \`npm run -s portal -- verify --database\` names them.`
    return [{ code: 'county-names-shared', text }]
  },
}
