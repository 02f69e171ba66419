import { listPeople } from '@portal/contract/people/people.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpSecondFactor } from '../../testing/second-factor.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const HOURS_MS = 3_600_000
let portal: TestPortal
let administrator: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { SECOND_FACTOR_REQUIRED: 'staff' } })
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterAll(() => portal.close())

async function listed(search: string) {
  const answer = await portal.call(administrator, listPeople, { query: { search } })
  return answer.json<ResultOf<typeof listPeople>>().people
}

const marked = async () =>
  (await listed('marked')).map(({ email, lacksSecondFactor }) => [email, lacksSecondFactor])

test('R8.14 only people without the second factor that their role needs are marked', async () => {
  const engineer = await portal.addPerson({ email: 'engineer@marked.example', role: 'staff' })
  await portal.addPerson({ email: 'clerk@marked.example' })
  expect(await marked()).toEqual([
    ['clerk@marked.example', false],
    ['engineer@marked.example', true],
  ])
  await setUpSecondFactor(portal, engineer)
  expect(await marked()).toEqual([
    ['clerk@marked.example', false],
    ['engineer@marked.example', false],
  ])
})

test('R8.13 an invitation is marked once its link expired, until a new link or a sign-in', async () => {
  const now = portal.clock.now()
  const add = async (email: string, { hours, linkFor }: { hours: number; linkFor: number | null }) => {
    const { rows } = await portal.pool.query<{ id: number }>(
      'INSERT INTO account (email, created_at, confirmed_at) VALUES ($1, $2, $2) RETURNING id',
      [email, new Date(now.getTime() - hours * HOURS_MS)],
    )
    if (linkFor === null) return
    await portal.pool.query(
      `INSERT INTO token (token_hash, kind, account_id, created_at, expires_at)
       VALUES (sha256($1::bytea), 'first-password', $2, $3, $4)`,
      [email, rows[0]?.id, now, new Date(now.getTime() + linkFor * HOURS_MS)],
    )
  }
  await add('fresh@over.example', { hours: 71, linkFor: null })
  await add('old@over.example', { hours: 72, linkFor: null })
  await add('past@over.example', { hours: 80, linkFor: 0 })
  await add('again@over.example', { hours: 80, linkFor: 1 })
  await add('by-issuer@over.example', { hours: 80, linkFor: null })
  await portal.pool.query(`UPDATE account SET signed_in_at = now() WHERE email = 'by-issuer@over.example'`)
  const over = (await listed('over')).filter(({ isLinkOver }) => isLinkOver)
  expect(over.map(({ email, state }) => [email, state])).toEqual([
    ['old@over.example', 'invited'],
    ['past@over.example', 'invited'],
  ])
})

test('R8.14 V8.4.1 a manager who filters for missing second factors finds only people of their counties', async () => {
  const strict = await testPortal({ environment: { SECOND_FACTOR_REQUIRED: 'staff,user' } })
  try {
    const [ward, ector] = [await strict.addCounty('Ward'), await strict.addCounty('Ector')]
    const countyIds = [ward.CountyID]
    const lead = await strict.addPerson({ email: 'lead@ward.example', role: 'manager', countyIds })
    const ready = await strict.addPerson({ email: 'ready@ward.example', countyIds })
    await setUpSecondFactor(strict, ready)
    await strict.addPerson({ email: 'clerk@ward.example', countyIds })
    await strict.addPerson({ email: 'engineer@ward.example', role: 'staff', countyIds })
    await strict.addPerson({ email: 'clerk@ector.example', countyIds: [ector.CountyID] })
    const answer = await strict.call(lead, listPeople, { query: { secondFactor: 'needed' } })
    expect(answer.json()).toMatchObject({ people: [{ email: 'clerk@ward.example' }], total: 1 })
  } finally {
    await strict.close()
  }
})
