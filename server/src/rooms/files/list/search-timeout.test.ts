import { searchAll } from '@portal/contract/search/search.ts'
import { SEARCH_TIMEOUT } from '@portal/contract/search/search-errors.ts'
import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SearchTimeout } from '../../../records/search-index/search-index.ts'
import { createSearchPages } from '../../../records/search-index/search-pages.ts'
import { searchCalls } from '../../../testing/search-calls.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
})
afterAll(() => portal.close())

/** Runs `work` while another transaction keeps everybody from reading a table. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const lock = await portal.pool.connect()
  try {
    await lock.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    return await work()
  } finally {
    await lock.query('ROLLBACK')
    lock.release()
  }
}

test.each([
  ['the count of common words', 'villarreal'],
  ['the correction of a word', 'file:villarreal'],
])('R15.33 the time of a search ends %s, too', async (_part, text) => {
  const { database, searchIndex } = portal.world
  const query = parseQuery(text)
  if (isProblem(query)) throw new Error(query.problem)
  const search = () =>
    searchIndex.search(database.kysely, {
      scope: { kind: 'all' },
      query,
      filters: {},
      order: 'list',
      until: performance.now() + 200,
    })
  await whileLocked('search_word', () => expect(search()).rejects.toThrow(SearchTimeout))
})

test('R15.34 a list whose filters need a search takes one of the two searches of the person', async () => {
  const { clerk } = portal.people
  const run = vi.spyOn(portal.world.searchLimiter, 'run')
  const takes = async (query: Readonly<Record<string, string | number>>) => {
    run.mockClear()
    expect((await searchCalls(portal).search(clerk, query)).status).toBe(200)
    return run.mock.calls.length
  }
  try {
    expect(await takes({ countyId: portal.counties.loving, categoryId: 1, typeId: 1, statusId: 1 })).toBe(0)
    expect(await takes({})).toBe(0)
    for (const filter of [{ hasOwner: 'no' }, { duplicates: 'yes' }, { receivedTo: '2026-03-01' }])
      expect([filter, await takes(filter)]).toEqual([filter, 1])
  } finally {
    run.mockRestore()
  }
})

test('R15.34 a list whose search takes too long is refused with one sentence', async () => {
  const { database, searchIndex } = portal.world
  const pages = createSearchPages({ db: database.kysely, searchIndex, timeoutMs: 200 })
  const read = () => pages.read({ kind: 'all' }, { hasOwner: 'no', page: 1, pageSize: 50 })
  await searchCalls(portal).add({ county: portal.counties.loving, by: portal.people.clerk })
  await whileLocked('document_owner', () =>
    expect(read()).rejects.toThrow(expect.objectContaining({ code: SEARCH_TIMEOUT.code })),
  )
})

test('R15.34 a text that is being typed finds no documents when the search takes too long', async () => {
  const { searchIndex } = portal.world
  const search = vi.spyOn(searchIndex, 'search').mockRejectedValue(new SearchTimeout('Too long.'))
  try {
    const answer = await portal.call(portal.people.clerk, searchAll, { query: { q: 'villarreal' } })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { files: [] }])
    expect(search.mock.calls[0]?.[1].until).toBeLessThan(performance.now() + 10_000)
  } finally {
    search.mockRestore()
  }
})
