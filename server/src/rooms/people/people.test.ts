import { listPeople, type Person } from '@portal/contract/people/people.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THREE_COUNTIES } from '../../testing/three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ector: number
let ward: number
let administrator: TestPerson
let manager: TestPerson
beforeAll(async () => {
  portal = await testPortal(THREE_COUNTIES)
  ;({ midland, ector, ward } = portal.counties)
  administrator = portal.people.administrator
  manager = await add('manager', 'lead@midland.example', [midland])
  await add('user', 'clerk@midland.example', [midland])
  await add('user', 'shared@midland.example', [midland, ward])
  await add('reader', 'auditor@midland.example', [midland])
  await add('manager', 'lead@ward.example', [ward])
  await add('user', 'clerk@ward.example', [ward])
  await add('staff', 'engineer@staff.example', [midland, ward])
  await add('user', 'nobody@staff.example', [])
})
afterAll(() => portal.close())

const add = (role: Role, email: string, countyIds: number[]) => portal.addPerson({ role, email, countyIds })

type Page = ResultOf<typeof listPeople>
type Query = Readonly<Record<string, string | number>>
async function list(as: TestPerson, query: Query = {}): Promise<Page> {
  const answer = await portal.call(as, listPeople, { query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Page>()
}
const addresses = ({ people }: { people: readonly Person[] }) => people.map(({ email }) => email)

test('R8.1 an administrator sees everyone by address, with role, counties, state and last sign-in', async () => {
  const page = await list(administrator)
  expect(addresses(page)).toEqual([
    'admin@staff.example',
    'auditor@midland.example',
    'clerk@midland.example',
    'clerk@ward.example',
    'engineer@staff.example',
    'lead@midland.example',
    'lead@ward.example',
    'nobody@staff.example',
    'shared@midland.example',
  ])
  expect([page.total, page.next, page.previous]).toEqual([9, null, null])
  expect(page.people.find(({ email }) => email === 'shared@midland.example')).toEqual({
    userID: expect.any(Number),
    email: 'shared@midland.example',
    name: '',
    role: 'user',
    counties: [
      { CountyID: midland, Name: 'Midland' },
      { CountyID: ward, Name: 'Ward' },
    ],
    state: 'active',
    isLinkOver: false,
    secondFactor: 'off',
    hasPasskey: false,
    lacksSecondFactor: false,
    lastSignedInAt: portal.clock.now().toISOString(),
    addedAt: portal.clock.now().toISOString(),
    mayChange: true,
    maySendLink: true,
    mayEnable: false,
    version: expect.stringMatching(/^[\w-]{16}$/),
  })
})

const shared = async () =>
  (await list(manager)).people.find(({ email }) => email === 'shared@midland.example')

describe('V8.4.1 a manager', () => {
  test('R8.1 sees and counts the users, readers and managers of their counties, and no one else', async () => {
    const page = await list(manager)
    expect(page.people.map(({ email, mayChange }) => [email, mayChange])).toEqual([
      ['auditor@midland.example', true],
      ['clerk@midland.example', true],
      ['lead@midland.example', false],
      ['shared@midland.example', false],
    ])
    expect(page.total).toBe(4)
  })

  test('R8.1 learns no other county of a person whom they share, not even from the version', async () => {
    const before = await shared()
    expect(before?.counties).toEqual([{ CountyID: midland, Name: 'Midland' }])
    await portal.pool.query(
      `INSERT INTO membership SELECT id, $1 FROM account WHERE email = 'shared@midland.example'`,
      [ector],
    )
    expect(await shared()).toEqual(before)
  })

  test('finds no one of another county by search, role or state', async () => {
    expect(await list(manager, { search: 'ward' })).toMatchObject({ people: [], total: 0 })
    expect(await list(manager, { search: 'staff' })).toMatchObject({ people: [], total: 0 })
    expect(await list(manager, { role: 'staff' })).toMatchObject({ people: [], total: 0 })
    expect(await list(manager, { role: 'administrator' })).toMatchObject({ people: [], total: 0 })
    const foreign = await portal.call(manager, listPeople, { query: { countyId: ward } })
    const missing = await portal.call(manager, listPeople, { query: { countyId: 2_000_000 } })
    expect([foreign.statusCode, foreign.body]).toEqual([403, missing.body])
  })
})

test.each([
  [{ search: 'CLERK' }, ['clerk@midland.example', 'clerk@ward.example']],
  [{ search: '100%' }, []],
  [{ search: '_' }, []],
  [{ role: 'manager' }, ['lead@midland.example', 'lead@ward.example']],
  [{ role: 'manager', search: 'ward' }, ['lead@ward.example']],
  [{ state: 'disabled' }, []],
] as const)('R8.2 a list by %j', async (query, found) => {
  const page = await list(administrator, query)
  expect([addresses(page), page.total]).toEqual([found, found.length])
})

test('R8.2 a list by state has exactly the people in it', async () => {
  const inState = async (state: string) => addresses(await list(administrator, { state }))
  const everybody = addresses(await list(administrator))
  await portal.pool.query(`UPDATE account SET disabled_at = now() WHERE email = 'clerk@ward.example'`)
  await portal.pool.query(`UPDATE account SET has_password = false WHERE email = 'lead@ward.example'`)
  expect(await inState('disabled')).toEqual(['clerk@ward.example'])
  expect(await inState('invited')).toEqual(['lead@ward.example'])
  expect([...(await inState('active')), 'clerk@ward.example', 'lead@ward.example'].toSorted()).toEqual(
    everybody.toSorted(),
  )
  await portal.pool.query('UPDATE account SET disabled_at = NULL, has_password = true')
})

test('an empty value in a query counts as not set', async () => {
  expect(await list(administrator, { state: '', role: '', search: '', order: '' })).toMatchObject({
    total: 9,
  })
})

test('R8.2 people of a county are found by it, and by their name too', async () => {
  await portal.pool.query(`UPDATE account SET full_name = 'Zoë Groß' WHERE email = 'clerk@ward.example'`)
  expect(addresses(await list(administrator, { search: 'zoë gross' }))).toEqual(['clerk@ward.example'])
  expect(addresses(await list(administrator, { countyId: ward }))).toEqual([
    'clerk@ward.example',
    'engineer@staff.example',
    'lead@ward.example',
    'shared@midland.example',
  ])
})

test.each([{ role: 'king' }, { state: 'gone' }, { order: 'name' }, { after: 'x' }, { countyId: 'all' }])(
  'a list by %j is refused',
  async (query) => {
    expect((await portal.call(administrator, listPeople, { query })).statusCode).toBe(400)
  },
)

describe('pages of 50', () => {
  let owner: TestPerson
  let pages: TestPortal
  beforeAll(async () => {
    pages = await testPortal({ environment: { RATE_LIMIT: 'off' } })
    owner = await pages.addPerson({ email: 'admin@staff.example', role: 'administrator' })
    await pages.pool.query(`
      INSERT INTO account (email, created_at, confirmed_at, signed_in_at)
      SELECT 'clerk' || lpad(n::text, 3, '0') || '@reeves.example', now(), now(),
        CASE WHEN n % 3 = 0 THEN '2026-01-01T00:00:00Z'::timestamptz + (n / 9) * interval '1 day' END
      FROM generate_series(122, 1, -1) AS n`)
  })
  afterAll(() => pages.close())

  async function page(query: Query): Promise<Page> {
    const answer = await pages.call(owner, listPeople, { query })
    expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
    return answer.json<Page>()
  }

  test.each(['address', 'last-sign-in'])(
    'R8.2 by %s neither skip nor repeat anyone, to the end and back',
    async (order) => {
      const walk = async (way: 'next' | 'previous', from: Page) => {
        const seen = [from]
        for (let at = from[way]; at !== null; at = seen.at(-1)?.[way] ?? null) {
          seen.push(await page({ order, [way === 'next' ? 'after' : 'before']: at }))
        }
        return seen
      }
      const forth = await walk('next', await page({ order }))
      expect(forth.map(({ people, total }) => [people.length, total])).toEqual([
        [50, 123],
        [50, 123],
        [23, 123],
      ])
      expect(new Set(forth.flatMap(addresses)).size).toBe(123)
      const walked = forth.flatMap(({ people }) => people)
      const keys = walked.map(({ email, lastSignedInAt }) =>
        order === 'address' ? email : (lastSignedInAt ?? ''),
      )
      const sorted = keys.toSorted()
      // People who never signed in come last.
      expect(keys).toEqual(order === 'address' ? sorted : sorted.toReversed())
      const last = forth.at(-1)
      if (!last) throw new Error('There is no last page.')
      const back = await walk('previous', last)
      expect(back.toReversed().flatMap(addresses)).toEqual(forth.flatMap(addresses))
    },
  )

  test('R8.2 start with the latest sign-in, and end with people who never signed in', async () => {
    const { people } = await page({ order: 'last-sign-in' })
    const moments = people.map(({ lastSignedInAt }) => lastSignedInAt ?? '')
    expect(moments).toEqual(moments.toSorted((one, other) => (one < other ? 1 : -1)))
    expect(people[0]?.email).toBe('admin@staff.example')
    expect(moments.at(-1)).toBe('')
  })

  test('R15.37 continue from a removed person, and their cursor shows no address', async () => {
    const { next } = await page({ search: 'reeves' })
    await pages.pool.query(`DELETE FROM account WHERE email = 'clerk050@reeves.example'`)
    expect(addresses(await page({ search: 'reeves', after: next ?? '' }))[0]).toBe('clerk051@reeves.example')
    expect(Buffer.from(next ?? '', 'base64url').toString()).not.toContain('reeves')
    // A position of the other order does no harm.
    expect((await page({ order: 'last-sign-in', after: next ?? '' })).total).toBe(122)
    const old = Buffer.from(JSON.stringify(['clerk050@reeves.example', 1])).toString('base64url')
    const answer = await pages.call(owner, listPeople, { query: { after: old } })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: 'after and before must be taken from the page beside it.' },
    ])
  })
})
