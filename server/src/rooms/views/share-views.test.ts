import type { Endpoint } from '@portal/contract/endpoint.ts'
import * as calls from '@portal/contract/views/views.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
