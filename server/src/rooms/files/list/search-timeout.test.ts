import { randomUUID } from 'node:crypto'
import { prepareArchive } from '@portal/contract/archives/archives.ts'
import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { previewRun, startRun } from '@portal/contract/runs/runs.ts'
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

test('R15.34 the search of a list ends in time', async () => {
  const { database, searchIndex } = portal.world
  const pages = createSearchPages({ db: database.kysely, searchIndex, timeoutMs: 200 })
  const read = () => pages.read({ kind: 'all' }, { hasOwner: 'no', page: 1, pageSize: 50 })
  await searchCalls(portal).add({ county: portal.counties.loving, by: portal.people.clerk })
  await whileLocked('document_owner', () => expect(read()).rejects.toThrow(SearchTimeout))
})

test('R15.34 a list, a change, a ZIP file and an export whose search takes too long are refused with one sentence', async () => {
  const { administrator } = portal.people
  const search = vi.spyOn(portal.world.searchIndex, 'search').mockRejectedValue(new SearchTimeout('Long.'))
  const selection = { filter: 'q=plant' }
  const action = { kind: 'status', statusId: 2 } as const
  try {
    const answers = await Promise.all([
      portal.call(administrator, listUploads, { query: { q: 'plant' } }),
      portal.call(administrator, previewRun, { payload: { selection, action } }),
      portal.call(administrator, startRun, { payload: { key: randomUUID(), selection, action } }),
      portal.call(administrator, prepareArchive, { payload: { key: randomUUID(), selection } }),
      portal.call(administrator, exportUploads, { query: { q: 'plant' } }),
    ])
    const refusal = [SEARCH_TIMEOUT.status, SEARCH_TIMEOUT.sentence]
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ error: string }>().error])).toEqual(
      answers.map(() => refusal),
    )
  } finally {
    search.mockRestore()
  }
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
