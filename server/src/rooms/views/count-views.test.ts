import {
  addView,
  changeView,
  countViews,
  type SavedView,
  type ViewCount,
} from '@portal/contract/views/views.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MAX_HITS, SearchTimeout } from '../../records/search-index/search-index.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof searchCalls>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = searchCalls(portal)
})
afterAll(() => portal.close())

async function save(person: TestPerson, query: string, values: object = { audience: 'me' }) {
  const payload = { name: `${query} of ${person.email}`.slice(0, 60), query, ...values }
  const answer = await portal.call(person, addView, { payload })
  expect(answer.statusCode).toBe(200)
  return answer.json<SavedView>().id
}

async function count(person: TestPerson, county?: number) {
  const answer = await portal.call(person, countViews, { query: { county } })
  expect(answer.statusCode).toBe(200)
  const { counts } = answer.json<{ counts: ViewCount[] }>()
  return new Map(counts.map(({ id, ...facts }) => [id, facts]))
}

async function add(person: TestPerson, county: number, at: string, statusId = 1) {
  const id = await calls.add({ county, by: person })
  const set = 'UPDATE document SET uploaded_at = $2, status_id = $3 WHERE id = $1'
  await portal.pool.query(set, [id, at, statusId])
  return id
}

const none = { documents: 0, isExact: true, oldestAt: null }
const exactly = (documents: number, oldestAt: string) => ({ documents, isExact: true, oldestAt })

test('R17.6 a view counts what its reader sees in the chosen county, and says how old the oldest is', async () => {
  const { counties, people } = portal
  const { administrator, clerk, neighbor } = people
  await add(clerk, counties.loving, '2026-03-02T00:00:00.000Z')
  await add(clerk, counties.loving, '2026-03-01T00:00:00.000Z', 2)
  await add(neighbor, counties.winkler, '2026-02-01T00:00:00.000Z')
  const share = { audience: 'county', countyId: counties.loving }
  const shared = await save(administrator, '', share)
  const filtered = await save(administrator, 'hasOwner=no', share)
  const isNew = await save(administrator, 'statusId=1', share)
  const ofWinkler = await save(administrator, `countyId=${counties.winkler}`)
  const all = exactly(2, '2026-03-01T00:00:00.000Z')
  const firm = exactly(3, '2026-02-01T00:00:00.000Z')
  const newest = exactly(1, '2026-03-02T00:00:00.000Z')
  const winklers = exactly(1, '2026-02-01T00:00:00.000Z')
  const ofClerk = await count(clerk)
  expect([shared, filtered, isNew].map((id) => ofClerk.get(id))).toEqual([all, all, newest])
  expect(ofClerk.has(ofWinkler)).toBe(false)
  const ofFirm = await count(administrator)
  expect([shared, filtered, ofWinkler].map((id) => ofFirm.get(id))).toEqual([firm, firm, winklers])
  const inLoving = await count(administrator, counties.loving)
  expect([shared, filtered, ofWinkler].map((id) => inLoving.get(id))).toEqual([all, all, none])
  expect((await portal.call(clerk, countViews, { query: { county: counties.winkler } })).statusCode).toBe(403)
})

test('R17.6 a person without a county counts their own uploads only', async () => {
  const { staff } = portal.people
  const [own, filtered] = [await save(staff, 'categoryId=1'), await save(staff, 'minSize=1')]
  expect([...(await count(staff)).values()]).toEqual([none, none])
  const id = await calls.add({ by: staff })
  await portal.pool.query(`UPDATE document SET uploaded_at = '2026-05-01Z' WHERE id = $1`, [id])
  const counted = await count(staff)
  expect([own, filtered].map((view) => counted.get(view))).toEqual([
    exactly(1, '2026-05-01T00:00:00.000Z'),
    exactly(1, '2026-05-01T00:00:00.000Z'),
  ])
})

test('R17.6 a view that takes too long has no count, and the others have theirs', async () => {
  const { searchIndex } = portal.world
  const { colleague } = portal.people
  const slow = await save(colleague, 'q=slow')
  const large = await save(colleague, 'q=large')
  const fast = await save(colleague, 'statusId=3')
  const limits: number[] = []
  const started = performance.now()
  const search: typeof searchIndex.search = async (_db, { query, until }) => {
    limits.push((until ?? Infinity) - started)
    if (query?.terms[0]?.text === 'slow') throw new SearchTimeout('Too long.')
    const ids = Array.from({ length: MAX_HITS }, (_, at) => at)
    return { ids, isComplete: false, corrections: [], leftOut: [], query }
  }
  const whole = searchIndex.search
  Object.assign(searchIndex, { search })
  try {
    const counted = await count(colleague)
    expect([slow, large, fast].map((id) => counted.get(id))).toEqual([
      { documents: null, isExact: false, oldestAt: null },
      { documents: MAX_HITS, isExact: false, oldestAt: null },
      none,
    ])
    expect(Math.max(...limits)).toBeLessThan(performance.now() - started + 1001)
  } finally {
    Object.assign(searchIndex, { search: whole })
  }
})

test('R17.6 after three seconds no further view is counted', async () => {
  const { searchIndex } = portal.world
  const { neighbor } = portal.people
  const [first, second] = [await save(neighbor, 'q=first'), await save(neighbor, 'q=second')]
  const now = performance.now.bind(performance)
  let seconds = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000)
  const search = vi.spyOn(searchIndex, 'search').mockImplementation(async () => {
    seconds = 3
    return { ids: [], isComplete: true, corrections: [], leftOut: [], query: null }
  })
  try {
    const counted = await count(neighbor)
    expect([counted.get(first), counted.get(second)?.documents]).toEqual([none, null])
    expect(search).toHaveBeenCalledTimes(1)
  } finally {
    clock.mockRestore()
    search.mockRestore()
  }
})

test('R17.6 the last view gets what is left of the three seconds, and not a second more', async () => {
  const { searchIndex } = portal.world
  const person = await portal.addPerson({ email: 'late@loving.example', countyId: portal.counties.loving })
  for (const query of ['q=third', 'q=fourth']) await save(person, query)
  const now = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  const left: number[] = []
  const search = vi.spyOn(searchIndex, 'search').mockImplementation(async (_db, { until }) => {
    left.push((until ?? Infinity) - performance.now())
    later = 2600
    return { ids: [], isComplete: true, corrections: [], leftOut: [], query: null }
  })
  try {
    await count(person)
    expect(left[0]).toBeLessThanOrEqual(1000)
    expect(left.slice(1).every((ms) => ms <= 400)).toBe(true)
  } finally {
    clock.mockRestore()
    search.mockRestore()
  }
})

test('R17.6 a person whose searches all run gets the counts that need none', async () => {
  const { searchLimiter } = portal.world
  const person = await portal.addPerson({ email: 'busy@loving.example', countyId: portal.counties.loving })
  const [searched, plain] = [await save(person, 'q=busy'), await save(person, 'statusId=4')]
  const running = Promise.withResolvers<void>()
  const searches = [1, 2].map(() => searchLimiter.run(person.accountId, () => running.promise))
  try {
    const counted = await count(person)
    expect([counted.get(searched)?.documents, counted.get(plain)?.isExact]).toEqual([null, true])
  } finally {
    running.resolve()
    await Promise.all(searches)
  }
})

test('R17.6 the database ends a search whose time is over', async () => {
  const { database, searchIndex } = portal.world
  const request = { scope: { kind: 'all' }, query: null, filters: { hasOwner: 'no' }, order: 'list' } as const
  await expect(
    searchIndex.search(database.kysely, { ...request, until: performance.now() - 1 }),
  ).rejects.toThrow(SearchTimeout)
  const lock = await portal.pool.connect()
  try {
    await lock.query('BEGIN; LOCK TABLE document_owner IN ACCESS EXCLUSIVE MODE')
    await expect(
      searchIndex.search(database.kysely, { ...request, until: performance.now() + 100 }),
    ).rejects.toThrow(SearchTimeout)
  } finally {
    await lock.query('ROLLBACK')
    lock.release()
  }
})

test('R17.6 a view with filters of a newer release is listed, and has no count', async () => {
  const { neighbor } = portal.people
  const id = await save(neighbor, 'statusId=1')
  await portal.pool.query(`UPDATE saved_view SET filters = '{"order": "newer"}' WHERE id = $1`, [id])
  expect((await count(neighbor)).get(id)).toMatchObject({ documents: null })
  const renamed = await portal.call(neighbor, changeView, { params: { id }, payload: { name: 'Kept' } })
  expect(renamed.json()).toMatchObject({ name: 'Kept', query: 'order=newer' })
})

test('R17.10 a view that cannot be counted has no count, and the others have theirs', async () => {
  const { searchIndex, documentPages, log } = portal.world
  const { counties } = portal
  const person = await portal.addPerson({ email: 'broken@loving.example', countyId: counties.loving })
  const [broken, sound] = [await save(person, 'q=broken'), await save(person, 'q=sound')]
  const [unread, read] = [await save(person, 'statusId=1'), await save(person, 'statusId=4')]
  const find = vi.spyOn(searchIndex, 'search').mockImplementation(async (_db, { query }) => {
    if (query?.terms[0]?.text === 'broken') throw new Error('The index is broken.')
    return { ids: [], isComplete: true, corrections: [], leftOut: [], query }
  })
  const wholeRead = documentPages.read.bind(documentPages)
  const readPage = vi.spyOn(documentPages, 'read').mockImplementation(async (scope, request) => {
    if (request.statusId === 1) throw new Error('The cells are broken.')
    return wholeRead(scope, request)
  })
  const warn = vi.spyOn(log, 'warn')
  try {
    const counted = await count(person)
    const documents = [broken, sound, unread, read].map((id) => counted.get(id)?.documents)
    expect(documents).toEqual([null, 0, null, 0])
    const logged = warn.mock.calls.map(([facts]) => facts)
    for (const view of [unread, broken]) expect(logged).toContainEqual(expect.objectContaining({ view }))
  } finally {
    for (const spy of [find, readPage, warn]) spy.mockRestore()
  }
})
