import { listOwnActs } from '@portal/contract/account/account.ts'
import { callPath } from '@portal/contract/call-path.ts'
import { exportHistory, listHistory } from '@portal/contract/history/history.ts'
import type { Bench } from './lib/bench.ts'
import { CLERK, CLERKS_COUNTY, makeHistory } from './lib/history-data.ts'
import { reportGrowth, type Page } from './lib/growth.ts'
import { SIZES } from './lib/options.ts'

const GOAL = 1.6

type Question = Readonly<Record<string, string | number>>

const A_YEAR_BACK = `${Date.parse('2025-10-01T00:00:00Z')}-1`
const QUESTIONS: Readonly<Record<string, Question>> = {
  'the newest': {},
  'a year back': { before: A_YEAR_BACK },
  'of a person': { person: CLERK },
  'of a county': { countyId: CLERKS_COUNTY },
  'of a rare kind': { kind: 'document.deleted' },
  'of a county and a kind that never was': { countyId: CLERKS_COUNTY, kind: 'document.restored' },
  'of three days': { from: '2025-03-01', to: '2025-03-03' },
}
const OF_MANAGERS: Readonly<Record<string, Question>> = {
  'to a manager': {},
  'to a manager, of a kind': { kind: 'document.downloaded' },
  'to a manager, of people changed': { kind: 'account.changed' },
}

function historyPages(questions: typeof QUESTIONS, as?: string): [string, Page][] {
  return Object.entries(questions).map(([name, query]) => [
    `what happened, ${name}`,
    { path: `/api${callPath(listHistory, { query })}`, ...(as === undefined ? {} : { as }) },
  ])
}

const csv = (query: Question): Page => ({
  path: `/api${callPath(exportHistory, { query })}`,
  until: 'first byte',
})

/** A page of what happened among the records of the largest size, against one among a hundredth of them. */
export const benchHistory: Bench = async (context) => {
  const large = SIZES[context.sizes.at(-1) ?? '1m']
  await reportGrowth(context, {
    of: 'audit records',
    small: large / 100,
    large,
    atMost: GOAL,
    fill: makeHistory,
    pages: Object.fromEntries([
      ...historyPages(QUESTIONS),
      ...historyPages(OF_MANAGERS, CLERK),
      ['own acts', { path: `/api${callPath(listOwnActs)}`, as: CLERK }],
      [
        'own acts, a year back',
        { path: `/api${callPath(listOwnActs, { query: { before: A_YEAR_BACK } })}`, as: CLERK },
      ],
      ['first bytes of all as CSV', csv({})],
      ['first bytes of a county as CSV', csv({ countyId: CLERKS_COUNTY })],
    ]),
  })
}
