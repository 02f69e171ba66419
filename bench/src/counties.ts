import { callPath } from '@portal/contract/call-path.ts'
import { listManagedCounties } from '@portal/contract/counties/counties.ts'
import type { Bench } from './lib/bench.ts'
import { makeCounties } from './lib/counties-data.ts'
import { reportGrowth, type Page } from './lib/growth.ts'

const GOAL = 1.6

const counties = (query: Readonly<Record<string, string>>): Page => ({
  path: `/api${callPath(listManagedCounties, { query })}`,
})

/** The counties of a firm with 300 of them, against one with three. */
export const benchCounties: Bench = async (context) => {
  await reportGrowth(context, {
    of: 'counties',
    small: 3,
    large: 300,
    atMost: GOAL,
    fill: makeCounties,
    pages: {
      'counties, one by its number': counties({ search: '002' }),
      'counties, those that are closed': counties({ state: 'closed' }),
      'counties, all': { ...counties({}), reason: 'all of them stand on one page' },
    },
  })
}
