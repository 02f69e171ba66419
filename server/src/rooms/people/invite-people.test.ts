import { confirmReset } from '@portal/contract/sign-in/registration.ts'
import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { listPeople, type Person } from '@portal/contract/people/people.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  sendPasswordLink,
} from '@portal/contract/people/person-acts.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { bucketOf, DAY_MS } from '../../engines/throttle/throttle.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { readLine } from './invite-people.usecases.ts'

const PASSWORD = 'quiet meadows at dawn'

let portal: TestPortal
let midland: number
let ward: number
let administrator: TestPerson
let manager: TestPerson
beforeAll(async () => {
  portal = await testPortal()
  const counties = []
  for (const name of ['Midland', 'Ward']) counties.push((await portal.addCounty(name)).CountyID)
  ;[midland = 0, ward = 0] = counties
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  manager = await portal.addPerson({ email: 'lead@midland.example', role: 'manager', countyIds: [midland] })
})
afterAll(() => portal.close())

type Invitation = { lines: readonly string[]; role?: Role; countyIds?: readonly number[] }
const send = (
  by: TestPerson | null,
  { lines, role = 'user', countyIds = [midland] }: Invitation,
  headers = {},
) => portal.call(by, invitePeople, { payload: { lines, role, countyIds }, headers })
async function invite(by: TestPerson, invitation: Invitation) {
  const answer = await send(by, invitation)
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<ResultOf<typeof invitePeople>>().verdicts.map(({ verdict }) => verdict)
}

async function find(email: string): Promise<Person> {
  const answer = await portal.call(administrator, listPeople, { query: { search: email } })
  const [person] = answer.json<{ people: Person[] }>().people
  if (!person) throw new Error(`There is nobody with the address ${email}.`)
  return person
}

const choose = ({ email, token }: { email: string; token: string }) =>
  portal.call(ANONYMOUS_PERSON, confirmReset, {
    payload: { email, token, newPassword: PASSWORD, confirmPassword: PASSWORD },
  })
const newestLink = async (email: string) => linkOf((await mailsTo(portal, email)).at(-1) ?? {})
const resend = (email: string) =>
  find(email).then(({ userID: userId }) =>
    portal.call(administrator, sendPasswordLink, { params: { userId } }),
  )

test('R8.3 an invited person gets an e-mail, chooses a password by its link, once, and has the role and counties', async () => {
  const email = 'new@midland.example'
  expect(
    await invite(administrator, {
      lines: [`${email}, Ana Ruiz`],
      role: 'reader',
      countyIds: [midland, ward],
    }),
  ).toEqual(['invited'])
  expect(await find(email)).toMatchObject({
    name: 'Ana Ruiz',
    role: 'reader',
    state: 'invited',
    lastSignedInAt: null,
  })
  const [mail] = await mailsTo(portal, email)
  expect(mail?.subject).toBe('You are invited to the county document portal – County Document Portal')
  expect(mail?.text).toContain('admin@staff.example has invited you')
  expect(mail?.text).toContain('as Reader, for Midland and Ward.')
  const link = linkOf(mail ?? {})
  expect((await choose(link)).statusCode).toBe(200)
  expect((await choose(link)).statusCode).toBe(400)
  const cookie = await portal.signIn(email, PASSWORD)
  const session = await portal.as({ ...administrator, cookie })({ method: 'GET', url: '/api/auth/session' })
  expect(session.json()).toMatchObject({ username: email, rights: [], countyName: 'Midland' })
  expect(await find(email)).toMatchObject({
    state: 'active',
    lastSignedInAt: portal.clock.now().toISOString(),
  })
})

test('neither the outbox nor the audit record contains the link', async () => {
  await invite(administrator, { lines: ['secret@midland.example'] })
  const { token } = await newestLink('secret@midland.example')
  const { rows } = await portal.pool.query<{ text: string }>(
    `SELECT facts::text AS text FROM mail_outbox UNION ALL SELECT coalesce(after::text, '') FROM audit_record`,
  )
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([])
  expect(portal.log.filter((line) => line.includes(token))).toEqual([])
})

test('R8.3 each line of a pasted list gets its verdict', async () => {
  await invite(administrator, { lines: ['there@midland.example'] })
  const lines = [
    'One@Midland.example',
    'there@midland.example',
    'no address',
    '',
    'one@midland.example; Again',
    'two@midland.example\tBen Ortiz',
    'ad\u3164min@midland.example',
  ]
  expect(await invite(administrator, { lines })).toEqual([
    'invited',
    'already-there',
    'not-an-address',
    'not-an-address',
    'already-there',
    'invited',
    'not-an-address',
  ])
  expect(await find('two@midland.example')).toMatchObject({ name: 'Ben Ortiz' })
})

const refused = () => Promise.reject(failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds: 30 }))

describe('the turn of an invitation', () => {
  const lines = ['turn1@midland.example', 'turn2@midland.example']
  afterEach(() => void vi.restoreAllMocks())

  test('R8.24 a call that gets no turn has invited no one', async () => {
    vi.spyOn(portal.world.lockLimiter, 'run').mockImplementationOnce(refused)
    expect((await send(administrator, { lines })).statusCode).toBe(429)
    for (const email of lines) expect(await mailsTo(portal, email)).toEqual([])
  })

  test('R8.24 all lines share one turn, so that none is refused after the first', async () => {
    const { lockLimiter } = portal.world
    const run = lockLimiter.run.bind(lockLimiter)
    vi.spyOn(lockLimiter, 'run').mockImplementationOnce(run).mockImplementation(refused)
    expect(await invite(administrator, { lines })).toEqual(['invited', 'invited'])
  })
})

test('R8.3 each address of a line with several is invited and reported; a name with an @ is refused', async () => {
  const lines = [
    'cc1@midland.example; cc2@midland.example; there@midland.example',
    'aa1@midland.example, aa2@midland.example',
    'ss1@midland.example ss2@midland.example',
    'Jane Doe <jane@midland.example>',
    'odd@midland.example, Ana @ Midland',
    'other@midland.example <odd@midland.example>',
  ]
  await invite(administrator, { lines: ['there@midland.example'] })
  const answer = await send(administrator, { lines })
  const { verdicts, invited } = answer.json<ResultOf<typeof invitePeople>>()
  expect(verdicts.map(({ line, verdict }) => [line, verdict])).toEqual([
    ['cc1@midland.example', 'invited'],
    ['cc2@midland.example', 'invited'],
    ['there@midland.example', 'already-there'],
    ['aa1@midland.example', 'invited'],
    ['aa2@midland.example', 'invited'],
    ['ss1@midland.example', 'invited'],
    ['ss2@midland.example', 'invited'],
    ['Jane Doe <jane@midland.example>', 'invited'],
    ['odd@midland.example, Ana @ Midland', 'address-in-name'],
    ['other@midland.example <odd@midland.example>', 'address-in-name'],
  ])
  expect(invited).toBe(7)
  for (const who of ['cc1', 'cc2', 'aa1', 'aa2', 'ss1', 'ss2'])
    expect(await find(`${who}@midland.example`)).toMatchObject({ name: '', state: 'invited' })
  expect(await find('jane@midland.example')).toMatchObject({ name: 'Jane Doe' })
  expect(await mailsTo(portal, 'odd@midland.example')).toEqual([])
  const crowd = Array.from({ length: 251 }, (_, at) => `x${at}@flood.example; y${at}@flood.example`)
  expect((await send(administrator, { lines: crowd })).json()).toMatchObject({ code: 'invitation.too_many' })
})

test.each([
  ['a@b.example', { address: 'a@b.example', name: '' }],
  [' a@b.example , Ana  Ruiz ', { address: 'a@b.example', name: 'Ana Ruiz' }],
  ['a@b.example,Ruiz, Ana', { address: 'a@b.example', name: 'Ruiz, Ana' }],
  ['a@b.example\tAna\u202e\u0007 R', { address: 'a@b.example', name: 'Ana R' }],
  ['a@b.example, Ana\u3164\u2800\u00a0R', { address: 'a@b.example', name: 'Ana R' }],
  ['a@b.example, \u3164', { address: 'a@b.example', name: '' }],
  ['Jane  Doe <jane@x.example>', { address: 'jane@x.example', name: 'Jane Doe' }],
  ['"Doe, Jane" <jane@x.example>', { address: 'jane@x.example', name: 'Doe, Jane' }],
  ['Doe, Jane <jane@x.example>', { address: 'jane@x.example', name: 'Doe, Jane' }],
  ["'Jane@x.example' <jane@x.example>", { address: 'jane@x.example', name: '' }],
  ['<jane@x.example>, Jane', { address: 'jane@x.example', name: 'Jane' }],
  ['a@b.example, Ana <Midland>', { address: 'a@b.example', name: 'Ana <Midland>' }],
  [`a@b.example;${'x'.repeat(300)}`, { address: 'a@b.example', name: 'x'.repeat(100) }],
])('the line %j', (line, read) => {
  expect(readLine(line)).toEqual(read)
})

test('R2.85 a name that was stored with invisible characters is listed and found unchanged', async () => {
  await invite(administrator, { lines: ['filler@midland.example, Ana'] })
  const name = 'A\u3164na\u2800'
  await portal.pool.query('UPDATE account SET full_name = $1 WHERE email = $2', [
    name,
    'filler@midland.example',
  ])
  expect(await find('filler@midland.example')).toMatchObject({ name, state: 'invited' })
})

describe('a link to a password', () => {
  test('R8.3 of an invitation works for 72 hours after it is sent, and can be sent again', async () => {
    const email = 'late@midland.example'
    const inTime = 'just-in-time@midland.example'
    await invite(administrator, { lines: [email, inTime] })
    const [first, other] = [await newestLink(email), await newestLink(inTime)]
    portal.clock.advance(72 * 3_600_000 - 1000)
    expect((await choose(other)).statusCode).toBe(200)
    portal.clock.advance(1000)
    expect((await choose(first)).statusCode).toBe(400)
    administrator.cookie = await portal.signIn(administrator.email, administrator.password)
    manager.cookie = await portal.signIn(manager.email, manager.password)
    expect((await resend(email)).json()).toMatchObject({ state: 'invited' })
    expect((await choose(await newestLink(email))).statusCode).toBe(200)
  })

  test('R8.9 is also sent to a person with a password, and lives an hour', async () => {
    const person = await portal.addPerson({ email: 'forgot@midland.example', countyIds: [midland] })
    expect((await resend(person.email)).statusCode).toBe(200)
    const mail = (await mailsTo(portal, person.email)).at(-1)
    expect(mail?.subject).toContain('Set a new password')
    expect(mail?.text).toContain('admin@staff.example had this link sent to you')
    expect((await choose(linkOf(mail ?? {}))).statusCode).toBe(200)
  })

  test('R8.9 opens nothing for a disabled person, and is not sent to them', async () => {
    const email = 'gone@midland.example'
    await invite(administrator, { lines: [email] })
    const link = await newestLink(email)
    const { userID: userId } = await find(email)
    await portal.call(administrator, disablePerson, { params: { userId } })
    expect((await choose(link)).statusCode).toBe(400)
    expect((await resend(email)).json()).toMatchObject({ code: 'person.disabled' })
    await portal.call(administrator, enablePerson, { params: { userId } })
    expect(await find(email)).toMatchObject({ state: 'invited' })
  })

  test('R8.9 is sent at most five times an hour', async () => {
    const email = 'patient@midland.example'
    await invite(administrator, { lines: [email] })
    const statuses = []
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await resend(email)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})

describe('V8.2.1 V8.4.1 a manager', () => {
  test('R8.4 invites users and readers to their counties, and no one else', async () => {
    expect(await invite(manager, { lines: ['mine@midland.example'] })).toEqual(['invited'])
    const tries: [Invitation, string][] = [
      [{ lines: ['x@midland.example'], role: 'manager' }, 'person.role_not_yours_to_give'],
      [
        { lines: ['x@midland.example'], role: 'administrator', countyIds: [] },
        'person.role_not_yours_to_give',
      ],
      [{ lines: ['x@midland.example'], countyIds: [ward] }, 'person.county_not_yours_to_give'],
      [{ lines: ['x@midland.example'], countyIds: [midland, ward] }, 'person.county_not_yours_to_give'],
      [{ lines: ['x@midland.example'], countyIds: [] }, 'person.county_not_yours_to_give'],
    ]
    for (const [invitation, code] of tries) {
      expect((await send(manager, invitation)).json()).toMatchObject({ code })
    }
    const found = await portal.call(administrator, listPeople, { query: { search: 'x@midland' } })
    expect(found.json()).toMatchObject({ total: 0 })
  })

  test('R8.5 gets the same verdict for every existing account that they may not see', async () => {
    await portal.addPerson({ email: 'clerk@ward.example', countyIds: [ward] })
    await portal.addPerson({ email: 'free@staff.example' })
    await portal.addPerson({ email: 'engineer@staff.example', role: 'staff', countyIds: [midland] })
    const lines = ['clerk@ward.example', 'free@staff.example', 'engineer@staff.example', administrator.email]
    expect(await invite(manager, { lines })).toEqual(lines.map(() => 'cannot-be-invited'))
    expect(await invite(manager, { lines: [manager.email] })).toEqual(['already-there'])
    for (const email of lines) expect(await mailsTo(portal, email)).toEqual([])
    expect(await find('clerk@ward.example')).toMatchObject({ counties: [{ CountyID: ward }] })
  })
})

test('R8.3 a pasted list of 500 lines gets a verdict for each line; one of 501 is refused as a whole', async () => {
  const [first, last] = ['first@crowd.example', 'last@crowd.example']
  const between = Array.from({ length: 498 }, (_, at) => `no address ${at}`)
  const refused = await send(administrator, { lines: [first, ...between, 'no address', last] })
  expect(refused.json()).toMatchObject({ code: 'invitation.too_many' })
  const found = await portal.call(administrator, listPeople, { query: { search: 'crowd.example' } })
  expect(found.json()).toMatchObject({ total: 0 })
  const verdicts = await invite(administrator, { lines: [first, ...between, last] })
  expect(verdicts).toEqual(['invited', ...between.map(() => 'not-an-address'), 'invited'])
})

test('R8.3 V2.4.1 a pasted list of 10,000 lines is refused as a whole, as are an empty list and a line that is too long', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `clerk${at}@flood.example, Clerk number ${at}`)
  const refused = await send(administrator, { lines })
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { code: 'invitation.too_many', error: 'Please invite at most 500 people at once.' },
  ])
  expect((await send(administrator, { lines: [] })).json()).toMatchObject({ code: 'invitation.nobody' })
  expect((await send(administrator, { lines: ['x'.repeat(501)] })).statusCode).toBe(400)
  const found = await portal.call(administrator, listPeople, { query: { search: 'flood' } })
  expect(found.json()).toMatchObject({ total: 0 })
})

test('V2.4.1 a manager may name 500 addresses a day, an administrator as many as ten lists have; each further line is refused', async () => {
  const colleague = await portal.addPerson({
    email: 'busy@midland.example',
    role: 'manager',
    countyIds: [midland],
  })
  const fill = (by: TestPerson, most: number) =>
    portal.pool.query(
      `INSERT INTO throttled_attempt (bucket, at, until)
       SELECT $1, $2::timestamptz, $2::timestamptz + interval '1 day' FROM generate_series(1, $3)`,
      [bucketOf('invitation by', String(by.accountId)), portal.clock.now(), most],
    )
  await fill(colleague, 499)
  await fill(administrator, 500)
  const lines = ['last@midland.example', 'no address', 'overflow@midland.example']
  expect(await invite(colleague, { lines })).toEqual(['invited', 'not-an-address', 'too-many-today'])
  const { userID: userId } = await find('last@midland.example')
  expect((await portal.call(colleague, sendPasswordLink, { params: { userId } })).statusCode).toBe(429)
  expect(await mailsTo(portal, 'overflow@midland.example')).toEqual([])
  expect(await invite(administrator, { lines: ['overflow@midland.example'] })).toEqual(['invited'])
  await fill(administrator, 5000)
  expect(await invite(administrator, { lines: ['overspill@midland.example'] })).toEqual(['too-many-today'])
  portal.clock.advance(DAY_MS)
  await portal.pool.query('UPDATE session SET proven_at = $1, last_seen_at = $1', [portal.clock.now()])
  expect(await invite(colleague, { lines: ['overspill@midland.example'] })).toEqual(['invited'])
})

test('R8.10 V8.2.1 V3.5.1 inviting is for administrators and managers, from our own pages, with a fresh proof', async () => {
  const invitation = { lines: ['uninvited@midland.example'] }
  expect((await send(ANONYMOUS_PERSON, invitation)).statusCode).toBe(401)
  for (const role of ['user', 'reader', 'staff'] as const) {
    const person = await portal.addPerson({ email: `${role}@midland.example`, role, countyIds: [midland] })
    expect((await send(person, invitation)).statusCode).toBe(403)
  }
  const forged = await send(administrator, invitation, { 'sec-fetch-site': 'cross-site' })
  expect(forged.json()).toMatchObject({ code: 'request.other_origin' })
  await portal.pool.query('UPDATE session SET proven_at = NULL')
  expect((await send(administrator, invitation)).json()).toMatchObject({ code: 'session.proof_required' })
  expect((await portal.call(administrator, getSession)).statusCode).toBe(200)
  expect(await mailsTo(portal, 'uninvited@midland.example')).toEqual([])
})

test('R8.3 V7.4.1 V8.3.2 a running list ends when its manager is disabled, demoted or signed out everywhere', async () => {
  const boss = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
  for (const [index, { act, payload = {}, status }] of [
    { act: disablePerson, status: 401 },
    { act: changePerson, payload: { role: 'reader', countyIds: [ward] }, status: 403 },
    { act: endSessionsOf, status: 401 },
  ].entries()) {
    const lead = await portal.addPerson({
      email: `lead${index}@ward.example`,
      role: 'manager',
      countyIds: [midland],
    })
    const lines = Array.from({ length: 200 }, (_, line) => `late${index}.${line}@midland.example`)
    const invited = async () =>
      (await portal.pool.query(`SELECT FROM account WHERE email LIKE 'late${index}.%'`)).rowCount ?? 0
    const sending = send(lead, { lines })
    await vi.waitFor(async () => expect(await invited()).toBeGreaterThan(0), { timeout: 20_000, interval: 5 })
    const params = { userId: lead.accountId }
    expect((await portal.call(boss, act, { params, payload })).statusCode).toBe(200)
    const then = await invited()
    expect((await sending).statusCode).toBe(status)
    expect(await invited()).toBe(then)
    expect(then).toBeLessThan(lines.length)
  }
})
