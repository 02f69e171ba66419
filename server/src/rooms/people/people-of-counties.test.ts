import type { ResultOf } from '@portal/contract/endpoint.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let lead: TestPerson
let boss: TestPerson
let alder: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off', STAFF_EMAIL_DOMAIN: 'staff.example' } })
  const add = async (name: string) => (await portal.addCounty(name)).CountyID
  alder = await add('Alder')
  const birch = await add('Birch')
  const cedar = await add('Cedar')
  await portal.pool.query(
    `INSERT INTO county_email_domain (county_id, domain)
     VALUES ($1, 'alder.example'), ($2, 'birch.example'), ($3, 'cedar.example'), ($1, 'shared.example'), ($3, 'shared.example')`,
    [alder, birch, cedar],
  )
  await portal.pool.query(
    `INSERT INTO county_email_address (county_id, address) VALUES ($1, 'one@freemail.example')`,
    [cedar],
  )
  boss = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
  lead = await portal.addPerson({ email: 'lead@alder.example', role: 'manager', countyIds: [alder, birch] })
})
afterAll(() => portal.close())

async function invite(by: TestPerson, ...lines: string[]) {
  const answer = await portal.call(by, invitePeople, { payload: { lines, role: 'user', countyIds: [alder] } })
  return answer.json<ResultOf<typeof invitePeople>>().verdicts.map(({ verdict }) => verdict)
}

test('R8.20 V8.2.1 a manager cannot invite addresses that only other counties list, nor staff; an administrator can', async () => {
  const verdicts = await invite(
    lead,
    'Ann <New@Cedar.example>',
    'one@freemail.example',
    'engineer@staff.example',
    'two@freemail.example',
    'new@alder.example',
    'new@birch.example',
    'new@shared.example',
    'new@sub.cedar.example',
  )
  const refused = 'cannot-be-invited'
  expect(verdicts).toEqual([refused, refused, refused, ...Array.from({ length: 5 }, () => 'invited')])
  const { rows } = await portal.pool.query(`SELECT FROM account WHERE email = 'new@cedar.example'`)
  expect(rows).toEqual([])
  expect(await invite(boss, 'new@cedar.example')).toEqual(['invited'])
})
