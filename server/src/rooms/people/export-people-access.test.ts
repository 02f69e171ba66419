import type { Readable } from 'node:stream'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import { exportPeople as exportPeopleCall } from '@portal/contract/people/export-people.ts'
import { parse } from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessOf } from '../../records/access/rights.ts'
import type { PersonContext } from '../../records/context.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { exportPeople } from './export-people.usecases.ts'

/** Their names fill several buffers, so that a reader who waits has not got all of them. */
const PEOPLE = 3000

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    now: '2026-04-20T15:00:00Z',
    environment: { RATE_LIMIT: 'off' },
  })
  await portal.pool.query(
    `WITH added AS (
       INSERT INTO account (email, full_name, county_id, created_at)
       SELECT 'person' || lpad(n::text, 5, '0') || '@loving.example', repeat('name ', 60) || n, $1, now()
       FROM generate_series(1, $2) n RETURNING id)
     INSERT INTO membership (account_id, county_id) SELECT id, $1 FROM added ON CONFLICT DO NOTHING`,
    [portal.counties.loving, PEOPLE],
  )
})
afterAll(() => portal.close())

type Query = Partial<QueryOf<typeof exportPeopleCall>>

async function exported(person: TestPerson, query: Readonly<Record<string, unknown>>): Promise<string[][]> {
  const answer = await portal.call(person, exportPeopleCall, { query })
  expect(answer.statusCode).toBe(200)
  return parse<string[]>(answer.body.replace('\uFEFF', ''), { skipEmptyLines: true }).data
}

/** A manager of both counties, with the context of their session. */
async function managerOfBoth(): Promise<{ person: TestPerson; context: PersonContext }> {
  const countyIds = [portal.counties.loving, portal.counties.winkler]
  const person = await portal.addPerson({ role: 'manager', countyIds })
  const context = contextOfPerson(portal.world, { ...person, role: 'manager' })
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
    person.accountId,
  ])
  const { actor } = context
  const access = accessOf({ role: 'manager', countyIds })
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  return {
    person,
    context: { ...context, actor: { ...actor, session, person: { ...actor.person, ...access } } },
  }
}

/** An export that has sent its first bytes and waits for its reader. */
async function begin(context: PersonContext, query: Query) {
  const result = await exportPeople(context, { ...query, method: 'GET' })
  const chunks = (result.body as Readable)[Symbol.asyncIterator]()
  const first = String((await chunks.next()).value)
  return {
    async rest() {
      try {
        let text = first
        for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
          text += String(next.value)
        return text.replace('\uFEFF', '').split('\r\n').slice(1, -1)
      } finally {
        result.onceSent?.()
      }
    },
  }
}

async function lastRecord() {
  const { rows } = await portal.pool.query<{ account_id: number; county_id: number | null; after: unknown }>(
    `SELECT account_id, county_id, after FROM audit_record WHERE action = 'list.exported' ORDER BY id DESC LIMIT 1`,
  )
  return rows[0]
}

test('R22.9 R22.13 an export of people is recorded before its first byte, and has the people of one moment', async () => {
  const { person, context } = await managerOfBoth()
  const { counties, pool } = portal
  const result = await exportPeople(context, { method: 'GET', countyId: counties.loving, search: 'person0' })
  expect(await lastRecord()).toEqual({
    account_id: person.accountId,
    county_id: counties.loving,
    after: expect.objectContaining({
      list: 'people',
      format: 'csv',
      filter: 'Search: person0; County: Loving',
      rows: PEOPLE,
    }) as unknown,
  })
  result.onceSent?.()
  const { rest } = await begin(context, { columns: ['email', 'name'], search: 'person0' })
  await pool.query(`UPDATE account SET full_name = 'changed' WHERE email LIKE 'person%'`)
  await pool.query(`UPDATE account SET email = 'zz' || email WHERE email LIKE 'person%5@loving.example'`)
  const lines = await rest()
  await pool.query(`UPDATE account SET email = replace(email, 'zz', '') WHERE email LIKE 'zzperson%'`)
  expect(lines).toHaveLength(PEOPLE)
  expect(lines.at(-1)).toBe(`person0${PEOPLE}@loving.example,${'name '.repeat(60)}${PEOPLE}`)
  expect(new Set(lines).size).toBe(PEOPLE)
  expect(lines.filter((line) => line.includes('changed'))).toEqual([])
})

test.each([
  ['may no longer look after people', `UPDATE account SET role = 'user' WHERE id = $1`],
  [
    'loses one of two counties',
    `DELETE FROM membership WHERE account_id = $1 AND county_id <> (SELECT county_id FROM account WHERE id = $1)`,
  ],
])('R22.10 V8.3.2 a running export of people fails when its reader %s', async (_what, change) => {
  const { person, context } = await managerOfBoth()
  await portal.pool.query(`UPDATE account SET full_name = repeat('name ', 60) WHERE email LIKE 'person%'`)
  const { rest } = await begin(context, {})
  await portal.pool.query(change, [person.accountId])
  await expect(rest()).rejects.toMatchObject({ status: 403 })
})

test('R22.12 R22.17 V8.2.2 an export names only the counties of its reader, for people of several', async () => {
  const { counties, people } = portal
  const own = { role: 'manager', countyIds: [counties.loving] } as const
  const manager = await portal.addPerson({ email: 'lead@loving.example', ...own })
  const countyIds = [counties.winkler, counties.loving]
  await portal.addPerson({ email: 'both@loving.example', countyIds })
  const query = { search: 'both@', columns: 'email,counties' }
  expect((await exported(manager, query)).slice(1)).toEqual([['both@loving.example', 'Loving']])
  const all = await exported(people.administrator, query)
  expect(all.slice(1)).toEqual([['both@loving.example', 'Loving; Winkler']])
})

test('R22.3 R22.17 a row of a person has each fact in its own column, and the record has the rows', async () => {
  const { counties, people, pool } = portal
  const [key, app] = [
    await portal.addPerson({ email: 'key@facts.example', countyId: counties.loving, role: 'reader' }),
    await portal.addPerson({ email: 'app@facts.example', countyId: counties.winkler, role: 'manager' }),
  ]
  const ids = [key.accountId, app.accountId]
  await pool.query(
    `UPDATE account SET full_name = 'Name of ' || id, created_at = '2026-01-02T18:00:00Z',
       signed_in_at = CASE id WHEN $1 THEN timestamptz '2026-03-04T18:30:00Z' END WHERE id IN ($1, $2)`,
    ids,
  )
  await pool.query(
    `INSERT INTO passkey (account_id, credential_id, public_key, user_handle, sign_count, transports, may_be_backed_up,
       is_backed_up, name, created_at) VALUES ($1, 'c', 'p', 'u', 0, '{usb}', false, false, 'Key', now())`,
    [key.accountId],
  )
  await pool.query(
    `INSERT INTO second_factor (account_id, secret, begun_at, confirmed_at) VALUES ($1, 's', now(), now())`,
    [app.accountId],
  )
  await pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [app.accountId])
  expect(await exported(people.administrator, { search: '@facts.' })).toEqual([
    [
      'E-mail',
      'Name',
      'Role',
      'Counties',
      'Status',
      'Codes',
      'Passkey',
      'Last sign-in (America/Chicago)',
      'Added (America/Chicago)',
    ],
    [
      'app@facts.example',
      `Name of ${app.accountId}`,
      'County manager',
      'Winkler',
      'Disabled',
      'On',
      'Off',
      '',
      '2026-01-02 12:00:00',
    ],
    [
      'key@facts.example',
      `Name of ${key.accountId}`,
      'Reader',
      'Loving',
      'Active',
      'Off',
      'On',
      '2026-03-04 12:30:00',
      '2026-01-02 12:00:00',
    ],
  ])
  expect(await lastRecord()).toMatchObject({
    account_id: people.administrator.accountId,
    county_id: null,
    after: { list: 'people', filter: 'Search: @facts.', rows: 2 },
  })
})
