import { callPath } from '@portal/contract/call-path.ts'
import { listPeople } from '@portal/contract/people/people.ts'
import type { Bench } from './lib/bench.ts'
import { reportGrowth, type Page } from './lib/growth.ts'
import { makePeople, MANAGER } from './lib/people-data.ts'

const GOAL = 1.6

type Question = Readonly<Record<string, string | number>>

const QUESTIONS: Readonly<Record<string, Question>> = {
  'by address': {},
  'by last sign-in': { order: 'last-sign-in' },
  active: { state: 'active' },
  'active, by last sign-in': { state: 'active', order: 'last-sign-in' },
  invited: { state: 'invited' },
  disabled: { state: 'disabled' },
  'disabled, by last sign-in': { state: 'disabled', order: 'last-sign-in' },
  'county users': { role: 'user' },
  readers: { role: 'reader' },
  'with a second factor': { secondFactor: 'on' },
  'without one': { secondFactor: 'off' },
  'active county users without one': { state: 'active', role: 'user', secondFactor: 'off' },
  'of a county': { countyId: 3 },
  'active of a county': { countyId: 3, state: 'active' },
  'whose name holds what everybody has': { search: 'clerk' },
  'whose address holds a county': { search: 'county-2' },
  'whose name nobody has': { search: 'zebra' },
  'active whose name holds two letters': { search: 'le', state: 'active' },
}

const page = (query: Question, as?: string): Page => ({
  path: `/api${callPath(listPeople, { query })}`,
  ...(as === undefined ? {} : { as }),
})

/** Each list of people among 10,000 in 300 counties, against one among 100. */
export const benchPeople: Bench = async (context) => {
  const lists = Object.entries(QUESTIONS).map(([name, query]) => [`people, ${name}`, page(query)] as const)
  await reportGrowth(context, {
    of: 'people',
    small: 100,
    large: 10_000,
    atMost: GOAL,
    fill: makePeople,
    pages: Object.fromEntries([
      ...lists,
      ['people of a manager', page({}, MANAGER)],
      ['people of a manager, active', page({ state: 'active' }, MANAGER)],
    ]),
  })
}
