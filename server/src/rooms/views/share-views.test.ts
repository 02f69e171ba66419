import type { Endpoint } from '@portal/contract/endpoint.ts'
import * as calls from '@portal/contract/views/views.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const CAST = {
  cast: {
    counties: { loving: 'Loving', winkler: 'Winkler' },
    people: { administrator: { email: 'admin@firm.example', role: 'administrator' } },
  },
  environment: { RATE_LIMIT: 'off' },
} as const

let portal: TestPortal<typeof CAST>
beforeAll(async () => {
  portal = await testPortal(CAST)
})
afterAll(() => portal.close())

async function ask(person: TestPerson, call: Endpoint, payload: object, id?: number) {
  const answer = await portal.call(person, call, { params: { id }, payload })
  return { status: answer.statusCode, body: answer.json<calls.SavedView & { error?: string }>() }
}

const ONLY_ITS_COUNTY = {
  status: 400,
  body: { error: 'A view for a county can filter by this county only.' },
}

test('R17.8 a view for a county filters by this county or by none', async () => {
  const { loving, winkler } = portal.counties
  const { administrator } = portal.people
  const view = { audience: 'county', countyId: loving }
  const save = (name: string, query: string) => ask(administrator, calls.addView, { ...view, name, query })
  expect(await save('Other', `countyId=${winkler}`)).toMatchObject(ONLY_ITS_COUNTY)
  const { body } = await save('Its own', `countyId=${loving}`)
  expect(body).toMatchObject({ query: `countyId=${loving}`, countyId: loving })
  expect((await save('None', 'statusId=1')).status).toBe(200)
  for (const change of [{ query: `countyId=${winkler}` }, { countyId: winkler }])
    expect(await ask(administrator, calls.changeView, change, body.id)).toMatchObject(ONLY_ITS_COUNTY)
  const moved = { countyId: winkler, query: `countyId=${winkler}` }
  expect((await ask(administrator, calls.changeView, moved, body.id)).body).toMatchObject(moved)
  expect((await ask(administrator, calls.changeView, { audience: 'firm' }, body.id)).status).toBe(200)
})

test('R8.50 a view that moves to another county is in the record of both', async () => {
  const { loving, winkler } = portal.counties
  const { administrator } = portal.people
  const view = { name: 'Moving', query: 'statusId=1', audience: 'county' }
  const { body } = await ask(administrator, calls.addView, { ...view, countyId: loving })
  const counties = async () =>
    (
      await portal.pool.query<{ county_id: number | null }>(
        `SELECT county_id FROM audit_record WHERE action = 'view.changed' AND subject_id = $1::text ORDER BY id`,
        [body.id],
      )
    ).rows.map(({ county_id }) => county_id)
  await ask(administrator, calls.changeView, { countyId: winkler }, body.id)
  expect(await counties()).toEqual([loving, winkler])
  await ask(administrator, calls.changeView, { name: 'Moved' }, body.id)
  await ask(administrator, calls.changeView, { audience: 'firm' }, body.id)
  await ask(administrator, calls.changeView, { name: 'Of the firm' }, body.id)
  expect(await counties()).toEqual([loving, winkler, winkler, winkler, null])
})

/** Runs a call that waits for its turn, and changes the person meanwhile. */
async function whileWaiting<T>(person: TestPerson, call: () => Promise<T>, change: string): Promise<T> {
  const { lockLimiter } = portal.world
  const release = await lockLimiter.take(person.accountId)
  const run = vi.spyOn(lockLimiter, 'run')
  try {
    const answer = call()
    await expect.poll(() => run.mock.calls.length, { timeout: 10_000 }).toBe(1)
    await portal.pool.query(change, [person.accountId])
    release()
    return await answer
  } finally {
    run.mockRestore()
    release()
  }
}

const DEMOTE = `UPDATE account SET role = 'user' WHERE id = $1`

test('R17.9 a manager who loses the right while a call waits shares, changes and deletes nothing', async () => {
  const { loving } = portal.counties
  const view = { name: 'Late', query: '', audience: 'county', countyId: loving }
  const { body } = await ask(portal.people.administrator, calls.addView, { ...view, name: 'Shared' })
  const waiting: readonly (readonly [Endpoint, object])[] = [
    [calls.addView, view],
    [calls.changeView, { name: 'Changed' }],
    [calls.deleteView, {}],
  ]
  for (const [index, [call, payload]] of waiting.entries()) {
    const email = `manager${index}@loving.example`
    const manager = await portal.addPerson({ email, role: 'manager', countyId: loving })
    const { status } = await whileWaiting(manager, () => ask(manager, call, payload, body.id), DEMOTE)
    expect([call.path, status]).toEqual([call.path, 403])
  }
})

test('R17.9 a person who loses a county while a call waits gets nothing of its views', async () => {
  const { loving, winkler } = portal.counties
  const shared = { name: 'For Winkler', query: '', audience: 'county', countyId: winkler }
  const { body } = await ask(portal.people.administrator, calls.addView, shared)
  const leave = `DELETE FROM membership WHERE account_id = $1 AND county_id = ${winkler}`
  const own = { name: 'Own', query: `countyId=${winkler}`, audience: 'me' }
  const waiting: readonly (readonly [Endpoint, object, number])[] = [
    [calls.addView, own, 403],
    [calls.setDefaultView, { id: body.id }, 404],
    [calls.setViewColumns, { id: body.id, columns: null }, 404],
  ]
  for (const [index, [call, payload, refused]] of waiting.entries()) {
    const email = `leaver${index}@loving.example`
    const person = await portal.addPerson({ email, countyIds: [loving, winkler] })
    const { status } = await whileWaiting(person, () => ask(person, call, payload), leave)
    expect([call.path, status]).toEqual([call.path, refused])
  }
})
