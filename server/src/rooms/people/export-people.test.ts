import { exportPeople } from '@portal/contract/people/export-people.ts'
import { listPeople, PEOPLE_ORDERS, type Person } from '@portal/contract/people/people.ts'
import { parse } from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

/** Two portions, and the last is not full. */
const PEOPLE = 620

let portal: TestPortal<typeof TWO_COUNTIES>
let manager: TestPerson
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  const { counties, pool } = portal
  manager = await portal.addPerson({
    email: 'manager@loving.example',
    role: 'manager',
    countyIds: [counties.loving],
  })
  await pool.query(
    `WITH added AS (
       INSERT INTO account (email, full_name, county_id, created_at, signed_in_at)
       SELECT 'person' || n || '@loving.example', '=name ' || n, $1, now(),
         CASE WHEN n % 3 > 0 THEN timestamptz '2026-01-01Z' + n / 9 * interval '1 day' END
       FROM generate_series(1, $2) n RETURNING id)
     INSERT INTO membership (account_id, county_id) SELECT id, $1 FROM added ON CONFLICT DO NOTHING`,
    [counties.loving, PEOPLE],
  )
})
afterAll(() => portal.close())

type Query = Readonly<Record<string, unknown>>

async function listed(person: TestPerson, query: Query): Promise<string[]> {
  const emails: string[] = []
  for (let after: string | undefined; ;) {
    const answer = await portal.call(person, listPeople, { query: { ...query, after } })
    const { people, next } = answer.json<{ people: Person[]; next: string | null }>()
    emails.push(...people.map(({ email }) => email))
    if (next === null) return emails
    after = next
  }
}

async function exported(person: TestPerson, query: Query): Promise<string[][]> {
  const answer = await portal.call(person, exportPeople, { query })
  expect(answer.statusCode).toBe(200)
  return parse<string[]>(answer.body.replace('\uFEFF', ''), { skipEmptyLines: true }).data
}

test.each(PEOPLE_ORDERS)('R22.17 by %s, an export of people has the rows of the list', async (order) => {
  for (const person of [portal.people.administrator, manager]) {
    for (const filter of [{}, { search: 'person11' }, { state: 'active' }]) {
      const [, ...rows] = await exported(person, { ...filter, order, columns: 'email' })
      expect(rows.flat()).toEqual(await listed(person, { ...filter, order }))
    }
  }
})

test('R22.17 V8.2.2 a manager exports the people of their county only, without formulas; others export nobody', async () => {
  const { clerk, neighbor } = portal.people
  const [headings, ...rows] = await exported(manager, { search: 'person7@' })
  expect(headings?.slice(0, 5)).toEqual(['E-mail', 'Name', 'Role', 'Counties', 'Status'])
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['person7@loving.example', "'=name 7", 'County user', 'Loving'],
  ])
  const all = await exported(manager, { columns: 'email' })
  expect(all.flat()).not.toContain('clerk@winkler.example')
  const { winkler } = portal.counties
  const refused = await portal.call(manager, exportPeople, { query: { countyId: winkler } })
  expect(refused.statusCode).toBe(403)
  for (const person of [clerk, neighbor])
    expect((await portal.call(person, exportPeople, {})).statusCode).toBe(403)
})
