import { chooseCounty, getSession, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { closeCounty, openCounty } from '@portal/contract/counties/counties.ts'
import { changePerson } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const ROUNDS = 5
const AT_ONCE = 4

let portal: TestPortal
let midland: number
let ector: number
let administrator: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  midland = (await portal.addCounty('Midland')).CountyID
  ector = (await portal.addCounty('Ector')).CountyID
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterAll(() => portal.close())

test('V8.3.2 a person who repeatedly selects a county loses it when it is removed meanwhile', async () => {
  const clerk = await portal.addPerson({
    email: 'clerk@midland.example',
    role: 'user',
    countyIds: [midland, ector],
  })
  const give = (countyIds: number[]) =>
    portal.call(administrator, changePerson, {
      params: { userId: clerk.accountId },
      payload: { role: 'user', countyIds },
    })
  for (let round = 0; round < ROUNDS; round += 1) {
    await give([midland, ector])
    const taken = new AbortController()
    const choosing = Array.from({ length: AT_ONCE }, async () => {
      do await portal.call(clerk, chooseCounty, { payload: { countyId: midland } })
      while (!taken.signal.aborted)
    })
    expect((await give([ector])).statusCode).toBe(200)
    taken.abort()
    await Promise.all(choosing)
    expect(await countiesOf(clerk)).toEqual([ector])
  }
})

test('R10.5 the session names a person’s closed counties, which accept no documents', async () => {
  const clerk = await portal.addPerson({ email: 'clerk@ector.example', countyIds: [midland, ector] })
  const told = async () => (await portal.call(clerk, getSession)).json<Session>().counties
  const open = [
    { CountyID: ector, Name: 'Ector' },
    { CountyID: midland, Name: 'Midland' },
  ]
  expect(await told()).toEqual(open)
  const params = { countyId: midland }
  expect((await portal.call(administrator, closeCounty, { params })).statusCode).toBe(200)
  expect(await told()).toEqual([open[0], { ...open[1], isClosed: true }])
  expect((await portal.call(administrator, openCounty, { params })).statusCode).toBe(200)
  expect(await told()).toEqual(open)
})

async function countiesOf({ accountId }: TestPerson): Promise<number[]> {
  const { rows } = await portal.pool.query<{ county_id: number }>(
    'SELECT county_id FROM membership WHERE account_id = $1',
    [accountId],
  )
  return rows.map(({ county_id: id }) => id)
}
