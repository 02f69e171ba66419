import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { listPeople, type Person } from '@portal/contract/people/people.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  sendPasswordLink,
} from '@portal/contract/people/person-acts.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '../../testing/mailbox.ts'
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
  manager = await add('manager', [midland, ector])
})
afterAll(() => portal.close())

const add = (role: Role, countyIds: readonly number[] = []) => portal.addPerson({ role, countyIds })

type Access = { role: Role; countyIds: readonly number[] }
const on = ({ accountId: userId }: Pick<TestPerson, 'accountId'>) => ({ params: { userId } })
const change = (by: TestPerson, whom: TestPerson, payload: Access, headers = {}) =>
  portal.call(by, changePerson, { ...on(whom), payload, headers })
const act = (by: TestPerson, endpoint: Endpoint, whom: TestPerson) => portal.call(by, endpoint, on(whom))
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code
const sessionOf = async (person: TestPerson) => (await portal.call(person, getSession)).statusCode

async function find(by: TestPerson, { email }: TestPerson): Promise<Person | undefined> {
  const { people } = (await portal.call(by, listPeople, { query: { search: email } })).json<{
    people: Person[]
  }>()
  return people[0]
}

async function auditOf({ accountId }: TestPerson): Promise<unknown[]> {
  const { rows } = await portal.pool.query<{ action: string; actor_name: string }>(
    `SELECT action, actor_name FROM audit_record WHERE subject_kind = 'account' AND subject_id = $1
     AND action LIKE 'account.%' AND action <> 'account.added' ORDER BY id`,
    [String(accountId)],
  )
  return rows.map(({ action, actor_name: who }) => [action, who])
}

test('R8.6 a changed role and counties take effect immediately, are recorded and e-mailed; the session continues', async () => {
  const person = await add('user', [midland])
  const answer = await change(administrator, person, { role: 'staff', countyIds: [ector, ward] })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  expect(answer.json()).toMatchObject({
    role: 'staff',
    counties: [
      { CountyID: ector, Name: 'Ector' },
      { CountyID: ward, Name: 'Ward' },
    ],
  })
  expect((await portal.call(person, getSession)).json()).toMatchObject({
    rights: ['documents.add', 'documents.edit'],
    countyID: ector,
  })
  expect(await auditOf(person)).toEqual([['account.changed', 'admin@staff.example']])
  const [mail, ...more] = await mailsTo(portal, person.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your access has changed – County Document Portal')
  expect(mail?.text).toContain('admin@staff.example changed your access')
  expect(mail?.text).toContain('You were County user and are now Firm staff.')
  expect(mail?.text).toContain('You now belong to Ector and Ward.')
  expect(mail?.text).toContain('You no longer belong to Midland.')
})

test('R8.6 the same role and counties are no change: there is no record and no e-mail', async () => {
  const person = await add('user', [midland, ector])
  const answer = await change(administrator, person, { role: 'user', countyIds: [ector, midland, ector] })
  expect(answer.statusCode).toBe(200)
  expect(await auditOf(person)).toEqual([])
  expect(await mailsTo(portal, person.email)).toEqual([])
})

test('R8.9 a disabled person is signed out everywhere, and can sign in again when enabled', async () => {
  const person = await add('user', [midland])
  const disabled = await act(administrator, disablePerson, person)
  expect(disabled.json()).toMatchObject({ state: 'disabled' })
  expect(await sessionOf(person)).toBe(401)
  await expect(portal.signIn(person.email, person.password)).rejects.toThrow('401')
  const enabled = await act(administrator, enablePerson, person)
  expect(enabled.json()).toMatchObject({ state: 'active' })
  expect(await sessionOf(person)).toBe(401)
  expect(await portal.signIn(person.email, person.password)).toContain('=')
  const who = 'admin@staff.example'
  expect(await auditOf(person)).toEqual([
    ['account.changed', who],
    ['account.changed', who],
  ])
})

test('R8.9 all sessions of a person are ended', async () => {
  const person = await add('user', [midland])
  expect((await act(manager, endSessionsOf, person)).statusCode).toBe(200)
  expect(await sessionOf(person)).toBe(401)
  expect(await auditOf(person)).toEqual([['account.sessions_ended', manager.email]])
})

test('R8.7 a change based on an older version is refused, with the current person', async () => {
  const person = await add('user', [midland])
  const seen = await find(administrator, person)
  const ifMatch = { 'if-match': `"${seen?.version}"` }
  const first = await change(manager, person, { role: 'reader', countyIds: [midland] }, ifMatch)
  expect(first.statusCode).toBe(200)
  const second = await change(administrator, person, { role: 'staff', countyIds: [] }, ifMatch)
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({ code: 'person.changed', current: { role: 'reader' } })
  const again = { 'if-match': `"${first.json<Person>().version}"` }
  expect((await change(administrator, person, { role: 'user', countyIds: [ward] }, again)).statusCode).toBe(
    200,
  )
  await act(administrator, disablePerson, person)
  const now = { 'if-match': `"${(await find(administrator, person))?.version}"` }
  await act(administrator, enablePerson, person)
  const stale = await change(administrator, person, { role: 'user', countyIds: [midland] }, now)
  expect([stale.statusCode, codeOf(stale)]).toEqual([409, 'person.changed'])
})

test('R8.7 two simultaneous changes of one person run in sequence, and the second is refused', async () => {
  const person = await add('user', [midland])
  const seen = await find(administrator, person)
  const headers = { 'if-match': `"${seen?.version}"` }
  const answers = await Promise.all(
    [ector, ward].map((county) =>
      change(administrator, person, { role: 'user', countyIds: [midland, county] }, headers),
    ),
  )
  expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['200', '409'])
})

test('an unknown county is refused', async () => {
  const person = await add('user', [midland])
  const answer = await change(administrator, person, { role: 'user', countyIds: [midland, 2_000_000] })
  expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'county.not_found'])
})

describe('V8.2.1 nobody', () => {
  test('R8.8 takes their own role or disables themselves; the last administrator gets that reason', async () => {
    const own = async () => [
      codeOf(await act(administrator, disablePerson, administrator)),
      codeOf(await change(administrator, administrator, { role: 'user', countyIds: [] })),
    ]
    expect(await own()).toEqual(['account.last_administrator', 'account.last_administrator'])
    const other = await add('administrator', [])
    expect(await own()).toEqual(['person.own_access', 'person.own_access'])
    expect((await act(administrator, disablePerson, other)).statusCode).toBe(200)
    expect(await sessionOf(administrator)).toBe(200)
  })

  test('R8.8 removes the last administrator, even if two of them act on each other at the same time', async () => {
    const other = await add('administrator', [])
    await Promise.all([act(administrator, disablePerson, other), act(other, disablePerson, administrator)])
    const { rows } = await portal.pool.query<{ email: string }>(
      `SELECT email FROM account WHERE role = 'administrator' AND disabled_at IS NULL`,
    )
    expect(rows).toHaveLength(1)
    await portal.pool.query(`UPDATE account SET disabled_at = NULL WHERE id = $1`, [administrator.accountId])
    await portal.pool.query(`UPDATE account SET role = 'user' WHERE id = $1`, [other.accountId])
    administrator.cookie = await portal.signIn(administrator.email, administrator.password)
  })
})

describe('V8.2.1 V8.4.1 a manager', () => {
  test('R8.4 changes users and readers of their counties, and gives no more than that', async () => {
    const person = await add('user', [midland])
    const tries: [Access, string | number][] = [
      [{ role: 'reader', countyIds: [midland, ector] }, 200],
      [{ role: 'manager', countyIds: [midland] }, 'person.role_not_yours_to_give'],
      [{ role: 'administrator', countyIds: [midland] }, 'person.role_not_yours_to_give'],
      [{ role: 'user', countyIds: [midland, ward] }, 'person.county_not_yours_to_give'],
      [{ role: 'user', countyIds: [midland, 2_000_000] }, 'person.county_not_yours_to_give'],
      [{ role: 'user', countyIds: [] }, 'person.county_not_yours_to_give'],
    ]
    for (const [access, outcome] of tries) {
      const answer = await change(manager, person, access)
      expect(answer.statusCode === 200 ? 200 : codeOf(answer), `giving ${JSON.stringify(access)}`).toBe(
        outcome,
      )
    }
    expect(await find(administrator, person)).toMatchObject({ role: 'reader' })
  })

  test('R8.4 promotes neither themselves nor another manager, and disables no one of the firm', async () => {
    const colleague = await add('manager', [midland])
    const tries = [
      [manager, 409, 'person.own_access'],
      [colleague, 403, 'person.administrators_change_them'],
      [administrator, 404, 'person.not_found'],
    ] as const
    for (const [whom, status, code] of tries) {
      const answers = [
        await change(manager, whom, { role: 'user', countyIds: [midland] }),
        await act(manager, disablePerson, whom),
        await act(manager, enablePerson, whom),
        await act(manager, endSessionsOf, whom),
        await act(manager, sendPasswordLink, whom),
      ]
      for (const answer of answers) expect([answer.statusCode, codeOf(answer)]).toEqual([status, code])
      expect(await sessionOf(whom)).toBe(200)
    }
  })

  test('R7.48 V8.2.1 sends the password link to a person whom they share with another county, and does nothing else to them', async () => {
    const person = await add('user', [midland, ward])
    expect(await find(manager, person)).toMatchObject({ mayChange: false, maySendLink: true })
    const sent = await act(manager, sendPasswordLink, person)
    expect(sent.statusCode).toBe(200)
    expect(sent.json<Person>().counties).toEqual([{ CountyID: midland, Name: 'Midland' }])
    expect(await mailsTo(portal, person.email)).toHaveLength(1)
    for (const endpoint of [disablePerson, endSessionsOf]) {
      expect(codeOf(await act(manager, endpoint, person))).toBe('person.administrators_change_them')
    }
    const elsewhere = await add('user', [ward])
    expect(codeOf(await act(manager, sendPasswordLink, elsewhere))).toBe('person.not_found')
  })

  test('R8.12 V8.2.1 enables a person whom a manager disabled, but not one whom an administrator or an unknown person disabled', async () => {
    const colleague = await add('manager', [midland])
    const person = await add('user', [midland])
    const outcome = async (by: TestPerson, endpoint: Endpoint) => {
      const answer = await act(by, endpoint, person)
      return answer.statusCode === 200 ? answer.json<Person>().state : codeOf(answer)
    }
    const mayEnable = async (by: TestPerson) => (await find(by, person))?.mayEnable
    const refused = 'person.administrators_enable_them'

    expect(await outcome(manager, disablePerson)).toBe('disabled')
    expect([await mayEnable(manager), await mayEnable(colleague)]).toEqual([true, true])
    expect(await outcome(manager, enablePerson)).toBe('active')
    expect(await mayEnable(manager)).toBe(false)

    expect(await outcome(administrator, disablePerson)).toBe('disabled')
    expect(await outcome(manager, enablePerson)).toBe(refused)
    expect(await outcome(manager, disablePerson)).toBe('disabled')
    const access = { role: 'reader', countyIds: [midland] } as const
    expect((await change(manager, person, access)).json()).toMatchObject({
      state: 'disabled',
      mayEnable: false,
    })
    expect(await outcome(manager, enablePerson)).toBe(refused)
    expect([await mayEnable(manager), await mayEnable(administrator)]).toEqual([false, true])
    expect(await outcome(administrator, enablePerson)).toBe('active')

    // An administrator who disables them again takes over.
    expect(await outcome(manager, disablePerson)).toBe('disabled')
    expect(await outcome(administrator, disablePerson)).toBe('disabled')
    expect(await outcome(manager, enablePerson)).toBe(refused)
    expect(await outcome(administrator, enablePerson)).toBe('active')

    // Servers of the previous release know one column only.
    portal.clock.advance(1000)
    expect(await outcome(manager, disablePerson)).toBe('disabled')
    const write = (disabledAt: Date | null) =>
      portal.pool.query('UPDATE account SET disabled_at = $2 WHERE id = $1', [person.accountId, disabledAt])
    await write(null)
    portal.clock.advance(1000)
    await write(portal.clock.now())
    expect(await outcome(manager, enablePerson)).toBe(refused)
    expect(await outcome(administrator, enablePerson)).toBe('active')
  })

  test('acts on no one who belongs to another county too', async () => {
    const shared = await add('user', [midland, ward])
    const answer = await act(manager, disablePerson, shared)
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'person.administrators_change_them'])
  })

  test('R8.5 V8.2.2 gets the same response for a person of another county as for a nonexistent one', async () => {
    const hidden = [await add('user', [ward]), await add('staff', [midland]), await add('user', [])]
    const calls: [Endpoint, object][] = [
      [changePerson, { role: 'user', countyIds: [midland] }],
      [disablePerson, {}],
      [enablePerson, {}],
      [endSessionsOf, {}],
      [sendPasswordLink, {}],
    ]
    for (const [endpoint, payload] of calls) {
      const missing = await portal.call(manager, endpoint, { params: { userId: 2_000_000_000 }, payload })
      expect(missing.statusCode).toBe(404)
      for (const whom of hidden) {
        const answer = await portal.call(manager, endpoint, { ...on(whom), payload })
        expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
      }
    }
    expect(await sessionOf(hidden[0] ?? manager)).toBe(200)
  })

  test('V8.3.2 who loses the role acts on no one from the next call on', async () => {
    const former = await add('manager', [midland])
    const person = await add('user', [midland])
    await change(administrator, former, { role: 'user', countyIds: [midland] })
    expect((await act(former, disablePerson, person)).statusCode).toBe(403)
    expect((await portal.call(former, listPeople)).statusCode).toBe(403)
  })
})

test.each([
  [changePerson, { role: 'administrator', countyIds: [] }],
  [disablePerson, {}],
  [enablePerson, {}],
  [endSessionsOf, {}],
  [sendPasswordLink, {}],
] as const)(
  'R8.10 V8.2.1 V3.5.1 $name is for administrators and managers, from our own pages, with a fresh proof',
  async (endpoint, payload) => {
    const whom = await add('user', [midland])
    const attempt = (by: TestPerson | null, headers = {}) =>
      portal.call(by, endpoint, { ...on(whom), payload, headers })
    expect((await attempt(null)).statusCode).toBe(401)
    for (const role of ['user', 'reader', 'staff'] as const) {
      expect((await attempt(await add(role, [midland]))).statusCode).toBe(403)
    }
    const forged = await attempt(administrator, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    })
    expect([forged.statusCode, codeOf(forged)]).toEqual([403, 'request.other_origin'])
    await portal.pool.query(
      `UPDATE session SET proven_at = proven_at - interval '11 minutes' WHERE account_id = $1`,
      [administrator.accountId],
    )
    const unproved = await attempt(administrator)
    expect([unproved.statusCode, codeOf(unproved)]).toEqual([403, 'session.proof_required'])
    administrator.cookie = await portal.signIn(administrator.email, administrator.password)
    expect(await auditOf(whom)).toEqual([])
    expect(await sessionOf(whom)).toBe(200)
  },
)
