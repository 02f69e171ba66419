import type { Endpoint } from '@portal/contract/endpoint.ts'
import { listHistory } from '@portal/contract/history/history.ts'
import * as calls from '@portal/contract/views/views.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const CAST = {
  cast: {
    counties: { loving: 'Loving', winkler: 'Winkler' },
    people: {
      administrator: { email: 'admin@firm.example', role: 'administrator' },
      manager: { county: 'loving', role: 'manager' },
      other: { email: 'other@loving.example', county: 'loving', role: 'manager' },
      clerk: { county: 'loving' },
      reader: { county: 'loving', role: 'reader' },
      neighbor: { email: 'clerk@winkler.example', county: 'winkler' },
      staff: { counties: ['loving', 'winkler'], role: 'staff' },
      homeless: { email: 'nowhere@staff.example', role: 'staff' },
    },
  },
  environment: { RATE_LIMIT: 'off' },
} as const

let portal: TestPortal<typeof CAST>
beforeAll(async () => {
  portal = await testPortal(CAST)
})
afterAll(() => portal.close())

type Values = Partial<Pick<calls.SavedView, 'name' | 'query' | 'audience' | 'countyId'>>

async function ask(person: TestPerson, call: Endpoint, payload?: object, id?: number) {
  const answer = await portal.call(person, call, { params: { id }, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json<calls.SavedView & { error?: string }>() }
}
const add = (person: TestPerson, values: Values) =>
  ask(person, calls.addView, { name: 'A view', query: '', audience: 'me', ...values })
const change = (person: TestPerson, id: number, values: Values) => ask(person, calls.changeView, values, id)

async function list(person: TestPerson) {
  const answer = await portal.call(person, calls.listViews)
  return answer.json<{ views: calls.SavedView[]; defaultViewId: number | null; columns: unknown }>()
}
const namesOf = async (person: TestPerson) => (await list(person)).views.map(({ name }) => name)

test.each([
  ['', ''],
  ['typeId=3&categoryId=1', 'categoryId=1&typeId=3'],
  ['?statusId=1&q=+oil%20gas+&order=best', 'statusId=1&q=oil+gas&order=best'],
  [
    'minSize=1&ownerNbr=12&agentCode=00A&hasOwner=no&statusId=',
    'ownerNbr=12&agentCode=00A&hasOwner=no&minSize=1',
  ],
])('R17.1 a view of %j has the query %j', async (query, stored) => {
  const { clerk } = portal.people
  const { status, body } = await add(clerk, { name: `Query ${query.slice(0, 20)}`, query })
  expect([status, body.query]).toEqual([200, stored])
  expect((await list(clerk)).views.find(({ id }) => id === body.id)).toEqual(body)
})

const OTHERS = 'A view stores the filters and the order of the documents list only.'
test.each([
  ['page=2', OTHERS],
  ['after=abc', OTHERS],
  ['__proto__=1', OTHERS],
  ['statusId=1&statusId=2', 'statusId may be given once only, as a whole number.'],
  ['statusId=new', 'statusId must be a whole number.'],
  ['receivedFrom=2026-02-30', 'receivedFrom must be a date such as 2024-04-01.'],
  // PostgreSQL has no year 0.
  ['receivedFrom=0000-01-01', 'receivedFrom must be a date such as 2024-04-01.'],
  ['q=after:0000-01-01', 'Write a date as YYYY-MM-DD, such as after:2024-04-01.'],
  ['order=up', 'order must be one of'],
  ['q=-oil', 'Type at least one word without a minus.'],
])('R17.1 a view of %j is refused: %s', async (query, error) => {
  const { status, body } = await add(portal.people.clerk, { name: 'Refused', query })
  expect([status, body.error]).toEqual([400, expect.stringContaining(error)])
})

test('R17.2 R17.3 nobody else sees a personal view, or changes it', async () => {
  const { administrator, clerk, manager } = portal.people
  const { body } = await add(clerk, { name: 'Mine' })
  expect(body).toMatchObject({ owner: clerk.email, isMine: true, mayChange: true, countyId: null })
  for (const person of [administrator, manager]) {
    expect(await namesOf(person)).not.toContain('Mine')
    expect((await change(person, body.id, { name: 'Yours' })).status).toBe(404)
    expect((await ask(person, calls.deleteView, undefined, body.id)).status).toBe(404)
  }
  expect((await ask(clerk, calls.deleteView, undefined, body.id)).status).toBe(200)
  expect(await namesOf(clerk)).not.toContain('Mine')
})

test('R17.2 R17.3 a manager shares with their county, whose people see the view and whose managers change it', async () => {
  const { counties, people } = portal
  const countyId = counties.loving
  const { status, body } = await add(people.manager, { name: 'Ours', audience: 'county', countyId })
  expect([status, body.countyId, body.isMine]).toEqual([200, countyId, true])
  for (const person of [people.clerk, people.reader, people.staff, people.administrator])
    expect(await namesOf(person)).toContain('Ours')
  expect(await namesOf(people.neighbor)).not.toContain('Ours')
  expect(await namesOf(people.homeless)).not.toContain('Ours')
  const asClerk = (await list(people.clerk)).views.find(({ id }) => id === body.id)
  expect(asClerk).toMatchObject({ owner: people.manager.email, isMine: false, mayChange: false })
  for (const person of [people.clerk, people.reader, people.staff]) {
    expect((await change(person, body.id, { name: 'Taken' })).status).toBe(403)
    expect((await ask(person, calls.deleteView, undefined, body.id)).status).toBe(403)
  }
  expect((await change(people.other, body.id, { query: 'statusId=1' })).body).toMatchObject({
    name: 'Ours',
    query: 'statusId=1',
    isMine: false,
    mayChange: true,
  })
  expect((await change(people.other, body.id, { audience: 'me' })).status).toBe(403)
  expect((await change(people.manager, body.id, { audience: 'me' })).body).toMatchObject({ countyId: null })
  expect(await namesOf(people.other)).not.toContain('Ours')
})

test('R17.3 people of a county get no name of a person of the firm who shared a view with them', async () => {
  const { counties, people } = portal
  const shared = { name: 'From the firm', audience: 'county', countyId: counties.loving } as const
  const { body } = await add(people.administrator, shared)
  const ownerFor = async (person: TestPerson) =>
    (await list(person)).views.find(({ id }) => id === body.id)?.owner
  for (const person of [people.clerk, people.manager]) expect(await ownerFor(person)).toBeNull()
  expect(await ownerFor(people.staff)).toBe(people.administrator.email)
  await ask(people.administrator, calls.deleteView, undefined, body.id)
})

test('R17.2 only administrators share with the firm, and nobody with a county that is not theirs', async () => {
  const { counties, people } = portal
  const firm = { name: 'Firm', audience: 'firm' } as const
  const other = { name: 'Other', audience: 'county', countyId: counties.winkler } as const
  for (const person of [people.clerk, people.manager, people.staff]) {
    expect((await add(person, firm)).status).toBe(403)
  }
  expect((await add(people.manager, other)).status).toBe(403)
  expect((await add(people.clerk, { ...other, countyId: counties.loving })).status).toBe(403)
  expect((await add(people.administrator, firm)).status).toBe(200)
  expect((await add(people.administrator, other)).status).toBe(200)
  expect(await add(people.administrator, { audience: 'county' })).toMatchObject({
    status: 400,
    body: { error: 'Choose the county that sees the view.' },
  })
  expect((await add(people.administrator, { ...other, countyId: 999_999 })).status).toBe(404)
  for (const person of [people.staff, people.homeless]) expect(await namesOf(person)).toContain('Firm')
  for (const person of [people.manager, people.clerk]) expect(await namesOf(person)).not.toContain('Firm')
})

test('R17.3 a view with a county filter is hidden from people who may not see that county', async () => {
  const { counties, people } = portal
  const query = `countyId=${counties.winkler}`
  const view = { name: 'Winkler only', query, audience: 'firm' } as const
  expect((await add(people.administrator, view)).status).toBe(200)
  expect(await namesOf(people.staff)).toContain('Winkler only')
  expect(await namesOf(people.homeless)).not.toContain('Winkler only')
  expect(await add(people.clerk, { name: 'Peek', query })).toMatchObject({
    status: 403,
    body: { error: 'You may only see your own county.' },
  })
})

test('R17.3 R17.5 a person who loses a county loses its views, as a default view too', async () => {
  const { counties, pool } = portal
  const both = [counties.loving, counties.winkler]
  const person = await portal.addPerson({ email: 'leaver@loving.example', countyIds: both })
  const shared = { name: 'Lost', audience: 'county', countyId: counties.winkler } as const
  const { body } = await add(portal.people.administrator, shared)
  expect((await ask(person, calls.setDefaultView, { id: body.id })).status).toBe(200)
  expect((await list(person)).defaultViewId).toBe(body.id)
  const lose = 'DELETE FROM membership WHERE account_id = $1 AND county_id = $2'
  await pool.query(lose, [person.accountId, counties.winkler])
  expect(await list(person)).toMatchObject({ defaultViewId: null })
  expect(await namesOf(person)).not.toContain('Lost')
  expect((await ask(person, calls.setDefaultView, { id: body.id })).status).toBe(404)
})

test('R17.11 views of a county that a person lost are listed without it, count, and can only be deleted', async () => {
  const { counties, people, pool } = portal
  const person = await portal.addPerson({
    email: 'mover@loving.example',
    countyIds: [counties.loving, counties.winkler],
  })
  const query = `countyId=${counties.winkler}`
  const { body } = await add(person, { name: 'Old desk', query })
  await ask(person, calls.setDefaultView, { id: body.id })
  await pool.query(
    `INSERT INTO saved_view (account_id, audience, name, filters, created_at, changed_at)
     SELECT $1, 'me', 'View ' || n, '{}', now(), now() FROM generate_series(1, 49) AS n`,
    [person.accountId],
  )
  expect((await list(person)).views.at(0)).toMatchObject({ name: 'Old desk', query, isUnusable: false })
  const lose = 'DELETE FROM membership WHERE account_id = $1 AND county_id = $2'
  await pool.query(lose, [person.accountId, counties.winkler])
  const { views, defaultViewId } = await list(person)
  expect(defaultViewId).toBeNull()
  expect(views).toHaveLength(50)
  const unusable = {
    id: body.id,
    name: 'Old desk',
    query: '',
    isUnusable: true,
    mayChange: false,
    columns: null,
  }
  expect(views.at(-1)).toMatchObject(unusable)
  const counted = (await portal.call(person, calls.countViews)).json<{ counts: { id: number }[] }>()
  expect(counted.counts.map(({ id }) => id)).not.toContain(body.id)
  expect((await change(person, body.id, { query: '' })).status).toBe(404)
  expect((await ask(person, calls.setDefaultView, { id: body.id })).status).toBe(404)
  expect((await add(person, { name: 'One more' })).status).toBe(409)
  expect((await ask(people.administrator, calls.deleteView, undefined, body.id)).status).toBe(404)
  expect((await ask(person, calls.deleteView, undefined, body.id)).status).toBe(200)
  expect((await add(person, { name: 'One more' })).status).toBe(200)
})

test('R17.11 a view for a county with the filter of another one has no name for those who may delete it', async () => {
  const { counties, people, pool } = portal
  // As a release before R17.8 saved it.
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO saved_view (account_id, audience, county_id, name, filters, created_at, changed_at)
     VALUES ($1, 'county', $2, 'Winkler in May', jsonb_build_object('countyId', $3::integer), now(), now()) RETURNING id`,
    [people.administrator.accountId, counties.loving, counties.winkler],
  )
  const id = rows[0]?.id ?? 0
  const seen = async (person: TestPerson) => (await list(person)).views.find((view) => view.id === id)
  expect(await seen(people.administrator)).toMatchObject({ name: 'Winkler in May', isUnusable: false })
  expect(await seen(people.manager)).toMatchObject({ name: '', query: '', owner: null, isUnusable: true })
  for (const person of [people.clerk, people.neighbor]) {
    expect(await seen(person)).toBeUndefined()
    expect((await ask(person, calls.deleteView, undefined, id)).status).toBe(404)
  }
  expect((await ask(people.manager, calls.deleteView, undefined, id)).status).toBe(200)
})

test('R17.4 names are unique for each audience, without regard to capitals', async () => {
  const { counties, people } = portal
  const countyId = counties.loving
  const first = await add(people.clerk, { name: '  Señor   Pérez ' })
  expect(first.body.name).toBe('Señor Pérez')
  expect(await add(people.clerk, { name: 'SEÑOR PÉREZ' })).toMatchObject({
    status: 409,
    body: { error: 'Another view already has this name.' },
  })
  expect((await add(people.reader, { name: 'señor pérez' })).status).toBe(200)
  expect((await add(people.manager, { name: 'Señor Pérez', audience: 'county', countyId })).status).toBe(200)
  expect((await add(people.other, { name: 'Señor Pérez', audience: 'county', countyId })).status).toBe(409)
  const second = await add(people.clerk, { name: 'Second' })
  expect((await change(people.clerk, second.body.id, { name: 'Señor Pérez' })).status).toBe(409)
})

test.each([
  ['A view needs a name of at most 60 characters.', '  '],
  ['A view needs a name of at most 60 characters.', 'x'.repeat(61)],
  ['Use one line of plain text without invisible characters.', 'a\u202Eb'],
])('R17.4 a name is refused: %s', async (error, name) => {
  expect(await add(portal.people.clerk, { name })).toMatchObject({ status: 400, body: { error } })
})

test('R17.2 a person has at most 50 views of their own', async () => {
  const person = await portal.addPerson({ email: 'collector@loving.example', countyIds: [] })
  await portal.pool.query(
    `INSERT INTO saved_view (account_id, audience, name, filters, created_at, changed_at)
     SELECT $1, 'me', 'View ' || n, '{}', now(), now() FROM generate_series(1, 49) AS n`,
    [person.accountId],
  )
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => add(person, { name })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  expect((await list(person)).views).toHaveLength(50)
})

test('R17.2 a view is not moved to people who have 50 views', async () => {
  const { administrator } = portal.people
  const countyId = portal.counties.winkler
  const { body } = await add(administrator, { name: 'One too many' })
  const { rowCount } = await portal.pool.query(
    `INSERT INTO saved_view (account_id, audience, county_id, name, filters, created_at, changed_at)
     SELECT $1, 'county', $2, 'Full ' || n, '{}', now(), now()
     FROM generate_series(1, 50 - (SELECT count(*)::integer FROM saved_view WHERE county_id = $2)) AS n`,
    [administrator.accountId, countyId],
  )
  expect(rowCount).toBeGreaterThan(0)
  expect((await change(administrator, body.id, { audience: 'county', countyId })).status).toBe(409)
  await portal.pool.query(`DELETE FROM saved_view WHERE name LIKE 'Full %'`)
  expect((await change(administrator, body.id, { audience: 'county', countyId })).status).toBe(200)
})

test('R17.5 order, default and columns are the own ones of each person', async () => {
  const { counties, people } = portal
  const countyId = counties.winkler
  const person = await portal.addPerson({ email: 'sorter@winkler.example', countyId })
  const shared = await add(people.administrator, { name: 'Sorted', audience: 'county', countyId })
  const own = await add(person, { name: 'Own' })
  const others = (await list(person)).views.map(({ id }) => id).filter((id) => id !== shared.body.id)
  const ids = [shared.body.id, 999_999, ...others, shared.body.id]
  expect((await ask(person, calls.orderViews, { ids })).status).toBe(200)
  expect((await list(person)).views.map(({ id }) => id)).toEqual([shared.body.id, ...others])
  const reversed = ids.toReversed()
  expect((await ask(people.administrator, calls.orderViews, { ids: reversed })).status).toBe(200)
  expect((await list(person)).views.map(({ id }) => id)).toEqual([shared.body.id, ...others])
  const columns = [
    { key: 'FileID', width: 80 },
    { key: 'FileName', width: null },
  ]
  for (const id of [shared.body.id, null])
    expect((await ask(person, calls.setViewColumns, { id, columns })).status).toBe(200)
  await ask(person, calls.setDefaultView, { id: own.body.id })
  expect(await list(person)).toMatchObject({
    views: [{ id: shared.body.id, columns }, { columns: null }, ...others.slice(1).map(() => ({}))],
    defaultViewId: own.body.id,
    columns,
  })
  expect(await list(people.neighbor)).toMatchObject({ defaultViewId: null, columns: null })
  await ask(person, calls.deleteView, undefined, own.body.id)
  await ask(person, calls.setViewColumns, { id: null, columns: null })
  expect(await list(person)).toMatchObject({ defaultViewId: null, columns: null })
})

test.each([
  [
    'twice',
    [
      { key: 'a', width: 80 },
      { key: 'a', width: 90 },
    ],
  ],
  ['none', []],
  ['too wide', [{ key: 'a', width: 2001 }]],
  ['no name', [{ key: '<b>', width: 80 }]],
])('R17.5 columns are refused: %s', async (_why, columns) => {
  expect((await ask(portal.people.clerk, calls.setViewColumns, { id: null, columns })).status).toBe(400)
})

test('R17.7 the audit record has what was saved, changed and deleted', async () => {
  const { counties, people, pool } = portal
  const countyId = counties.loving
  const newest = await pool.query<{ id: string }>('SELECT max(id) AS id FROM audit_record')
  const last = newest.rows[0]?.id
  const { id } = (await add(people.manager, { name: 'Recorded', audience: 'county', countyId })).body
  await change(people.manager, id, { name: 'Renamed', query: 'statusId=2' })
  await ask(people.manager, calls.deleteView, undefined, id)
  const { rows } = await pool.query<{ what: string }>(
    `SELECT what, who, county_id, before, after FROM ${AUDIT_AS_TOLD}
     WHERE id > $1 AND what LIKE 'view %' ORDER BY id`,
    [last],
  )
  const first = { name: 'Recorded', query: '', audience: 'county' }
  const second = { name: 'Renamed', query: 'statusId=2', audience: 'county' }
  const signed = { who: people.manager.email, county_id: countyId }
  expect(rows).toEqual([
    { what: 'view saved', ...signed, before: null, after: first },
    { what: 'view changed', ...signed, before: first, after: second },
    { what: 'view deleted', ...signed, before: second, after: null },
  ])
})

test('R17.12 of a personal view, the audit record and Activity have neither name nor filters', async () => {
  const { counties, people, pool } = portal
  const countyId = counties.loving
  const newest = await pool.query<{ id: string }>('SELECT max(id) AS id FROM audit_record')
  const typed = { name: 'Audit of Pecos Oil', query: 'q=pecos' }
  const { id } = (await add(people.manager, typed)).body
  await change(people.manager, id, { query: 'q=pecos+oil' })
  await change(people.manager, id, { audience: 'county', countyId, name: 'Shared', query: '' })
  await change(people.manager, id, { audience: 'me', ...typed })
  await ask(people.manager, calls.deleteView, undefined, id)
  const { rows } = await pool.query<{ before: unknown; after: unknown }>(
    `SELECT before, after FROM ${AUDIT_AS_TOLD} WHERE id > $1 AND what LIKE 'view %' ORDER BY id`,
    [newest.rows[0]?.id],
  )
  const [own, shared] = [{ audience: 'me' }, { name: 'Shared', query: '', audience: 'county' }]
  expect(rows).toEqual([
    { before: null, after: own },
    { before: own, after: own },
    { before: own, after: shared },
    { before: shared, after: own },
    { before: own, after: null },
  ])
  const activity = await portal.call(people.administrator, listHistory)
  expect(activity.body).toContain('deleted a view of the documents')
  expect(activity.body).not.toMatch(/pecos/iu)
})
