import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SearchTimeout } from '../../../records/search-index/search-index.ts'
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
