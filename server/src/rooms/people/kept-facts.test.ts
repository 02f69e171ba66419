import { confirmReset } from '@portal/contract/sign-in/registration.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { listPeople, type Person } from '@portal/contract/people/people.ts'
import { disablePerson, enablePerson, resetSecondFactor } from '@portal/contract/people/person-acts.ts'
import { beginSecondFactor, removeSecondFactor } from '@portal/contract/sign-in/second-factor.ts'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { setUpSecondFactor } from '../../testing/second-factor.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let administrator: TestPerson
beforeEach(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterEach(() => portal.close())

/** The addresses of accounts whose stored facts are wrong. */
async function wronglyKept(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `SELECT email FROM account AS a
     WHERE has_password <> EXISTS (SELECT FROM credential AS c WHERE c.account_id = a.id)
       OR has_second_factor <> EXISTS (
         SELECT FROM second_factor AS s WHERE s.account_id = a.id AND s.confirmed_at IS NOT NULL
       )`,
  )
  return rows.map(({ email }) => email)
}

/** The person in the list. Checks the stored facts each time. */
async function listed(email: string) {
  expect(await wronglyKept(portal.pool)).toEqual([])
  const answer = await portal.call(administrator, listPeople, { query: { search: email } })
  const [person] = answer.json<{ people: Person[] }>().people
  return [person?.state, person?.secondFactor]
}

test('the list shows every change of a password or a second factor immediately', async () => {
  const email = 'clerk@staff.example'
  const payload = { lines: [email], role: 'staff', countyIds: [] }
  expect((await portal.call(administrator, invitePeople, { payload })).statusCode).toBe(200)
  expect(await listed(email)).toEqual(['invited', 'off'])

  const { token } = linkOf((await mailsTo(portal, email))[0] ?? {})
  const password = 'nine lamps over the wharf'
  const passwords = { newPassword: password, confirmPassword: password }
  const set = await portal.call(ANONYMOUS_PERSON, confirmReset, { payload: { email, token, ...passwords } })
  expect(set.statusCode).toBe(200)
  expect(await listed(email)).toEqual(['active', 'off'])

  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM account WHERE email = $1', [email])
  const accountId = rows[0]?.id ?? 0
  const clerk = async () => ({ accountId, email, password, cookie: await portal.signIn(email, password) })
  const first = await clerk()
  expect((await portal.call(first, beginSecondFactor)).statusCode).toBe(200)
  expect(await listed(email)).toEqual(['active', 'off'])
  await setUpSecondFactor(portal, first)
  expect(await listed(email)).toEqual(['active', 'on'])

  const params = { userId: accountId }
  expect((await portal.call(administrator, disablePerson, { params })).statusCode).toBe(200)
  expect(await listed(email)).toEqual(['disabled', 'on'])
  expect((await portal.call(administrator, enablePerson, { params })).statusCode).toBe(200)
  expect((await portal.call(administrator, resetSecondFactor, { params })).statusCode).toBe(200)
  expect(await listed(email)).toEqual(['active', 'off'])

  const second = await clerk()
  await setUpSecondFactor(portal, second)
  expect(await listed(email)).toEqual(['active', 'on'])
  expect((await portal.call(second, removeSecondFactor)).statusCode).toBe(200)
  expect(await listed(email)).toEqual(['active', 'off'])
})

test('changes by a server of the previous release show too', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    `INSERT INTO account (email, created_at, confirmed_at) VALUES ('late@staff.example', now(), now()) RETURNING id`,
  )
  expect(await listed('late@staff.example')).toEqual(['invited', 'off'])
  await portal.pool.query(
    `INSERT INTO credential (account_id, password_hash, changed_at) VALUES ($1, 'a hash', now())`,
    [rows[0]?.id],
  )
  expect(await listed('late@staff.example')).toEqual(['active', 'off'])
  await portal.pool.query('DELETE FROM credential WHERE account_id = $1', [rows[0]?.id])
  expect(await listed('late@staff.example')).toEqual(['invited', 'off'])
})
