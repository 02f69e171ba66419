import type { Endpoint } from '@portal/contract/endpoint.ts'
import {
  EMAIL_REQUIRED,
  NOT_AN_EMAIL,
  NOT_AUTHORIZED_DOMAIN,
  PASSWORD_REQUIRED,
  REGISTERED,
  RESENT,
  SELECT_COUNTY,
  listRegistrationCounties,
  register as registerCall,
  confirmAccount,
  resendConfirmation,
  requestReset,
} from '@portal/contract/sign-in/registration.ts'
import { CONFIRM_FIRST, getSession, login as loginCall } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from '@portal/contract/sign-in/password-errors.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { addCounty } from '../../records/counties/counties.usecases.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { statementsOf } from '../../testing/statements.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import { saltOf } from '../../records/accounts/passwords/password-hash.ts'
import { failure } from '../../engines/http/errors.ts'
import { failureWith } from '../../testing/failure-with.ts'

const PASSWORD = 'copper ledger 1926'
let portal: TestPortal
let reeves: number
let closed: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off', PUBLIC_URL: 'http://portal.example' } })
  const context = { ...portal.world, actor: COMMAND_LINE }
  const record = await addCounty(context, {
    name: 'Reeves',
    number: null,
    emailDomains: ['reeves.example', 'gauß.example'],
    emailAddresses: ['district@freemail.example'],
  })
  reeves = record.CountyID
  closed = (await portal.addCounty('Andrews')).CountyID
})
afterAll(() => portal.close())

const post = (call: Endpoint, payload: object, headers: Record<string, string> = {}) =>
  portal.call(ANONYMOUS_PERSON, call, { payload, headers })
const register = (email: string, password = PASSWORD, countyId: number | null = reeves) =>
  post(registerCall, { email, password, countyId })
const login = (email: string, password: string) => post(loginCall, { username: email, password })

async function registrationsOf(email: string) {
  const { rows } = await portal.pool.query<{ county_id: number; ended_at: Date; password_hash: string }>(
    'SELECT * FROM registration WHERE email = $1 ORDER BY id',
    [email],
  )
  return rows
}

test('S3.3 R2.6 the register screen lists the counties with an allowed domain or address, and no others', async () => {
  const context = { ...portal.world, actor: COMMAND_LINE }
  const open = async (name: string, allowed: { emailDomains?: string[]; emailAddresses?: string[] }) => {
    const fields = { name, number: null, emailDomains: [], emailAddresses: [], ...allowed }
    return { CountyID: (await addCounty(context, fields)).CountyID, Name: name }
  }
  const ector = await open('Ector', { emailAddresses: ['clerk@freemail.example'] })
  const ward = await open('Ward', { emailDomains: ['ward.example'] })
  const answer = await portal.call(ANONYMOUS_PERSON, listRegistrationCounties)
  expect(answer.json()).toEqual([ector, { CountyID: reeves, Name: 'Reeves' }, ward])
})

test('S7.6 R2.20 V6.5.3 V6.5.4 a registration e-mails a link with the time and origin of the request', async () => {
  const answer = await register('  Ann@Reeves.Example ')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, message: REGISTERED })
  const [mail, ...more] = await mailsTo(portal, 'ann@reeves.example')
  expect(more).toEqual([])
  expect(mail?.subject).toContain('confirm your e-mail address')
  expect(mail?.text).toContain('On March 10, 2026 at 10:00 AM CDT, from the network address 127.0.0.1,')
  expect(mail?.text).toContain('If you did not just register, do nothing.')
  const { url, email, token } = linkOf(mail ?? {})
  expect(url.origin + url.pathname).toBe('http://portal.example/confirm')
  expect(email).toBe('ann@reeves.example')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect((await login('ann@reeves.example', PASSWORD)).json()).toEqual(failure(CONFIRM_FIRST).toFailure())
})

test.each([
  [{}, EMAIL_REQUIRED],
  [{ email: ' ', password: PASSWORD }, EMAIL_REQUIRED],
  [{ email: 'ann@reeves.example' }, PASSWORD_REQUIRED],
  [{ email: 'ann@reeves.example', password: '' }, PASSWORD_REQUIRED],
  [{ email: 'ann@reeves.example', password: PASSWORD }, SELECT_COUNTY],
  [{ email: 'ann@reeves.example', password: PASSWORD, countyId: null }, SELECT_COUNTY],
  [{ email: 'ann@reeves.example', password: PASSWORD, countyId: 999_999 }, SELECT_COUNTY],
  [{ email: 'ann@reeves.example', password: 'seven 7', countyId: 1 }, TOO_SHORT],
  [{ email: 'ann@reeves.example', password: 'quiet'.repeat(26), countyId: 1 }, TOO_LONG],
  [{ email: 'ann@reeves.example', password: 'Password123!', countyId: 1 }, TOO_COMMON],
  [{ email: 'ann@reeves.example', password: 'blink182', countyId: 1 }, TOO_COMMON],
  [{ email: 'ann.smith@reeves.example', password: 'annsmith-2026', countyId: 1 }, TOO_COMMON],
  [{ email: 'ann@reeves.example', password: 'Reeves-1926', countyId: 1 }, TOO_COMMON],
  [{ email: 'ann', password: PASSWORD, countyId: 1 }, NOT_AN_EMAIL],
  [{ email: 'a@reeves.example\r\nBcc: b@firm.example', password: PASSWORD, countyId: 1 }, NOT_AN_EMAIL],
])('R2.48 V1.3.11 G13 %j is refused with the sentence of the specification', async (payload, error) => {
  const answer = await post(registerCall, payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failure(error).toFailure())
})

test('G05 a password of 10,000 characters is refused before any hashing', async () => {
  const answer = await register('ann@reeves.example', 'quiet'.repeat(2000))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failure(TOO_LONG).toFailure())
})

test.each([
  'x@other.example',
  'x@sub.reeves.example',
  'x@reeves.example.evil.example',
  'x@evilreeves.example',
  'other@freemail.example',
  'district+1@freemail.example',
  'x@gauss.example',
  'x@xn--gau-9ka.example',
  'x@sub.staff.example',
  'x@evilstaff.example',
])('R2.5 G14 the county allows exact domains and addresses only: not %s', async (email) => {
  const answer = await register(email)
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toEqual(failure(NOT_AUTHORIZED_DOMAIN).toFailure())
  expect(answer.json<{ error: string }>().error).toContain('domain')
  expect(await registrationsOf(email)).toEqual([])
})

test.each([
  'x@reeves.example@evil.example',
  '"x"@reeves.example',
  'x@reeves.example.',
  'x@[192.0.2.1]',
  'x%evil.example@reeves.example',
  'evil.example!x@reeves.example',
])('R2.46 G14 %s is not a plain address', async (email) =>
  expect((await register(email)).json()).toEqual(failure(NOT_AN_EMAIL).toFailure()),
)

test('R2.5 G15 a county allows single addresses, and one with an empty list refuses all', async () => {
  expect((await register('District@FreeMail.example')).statusCode).toBe(200)
  expect((await register('clerk@gauß.example')).statusCode).toBe(200)
  expect((await register('x@reeves.example', PASSWORD, closed)).statusCode).toBe(403)
})

test('R2.9 F06 V15.3.3 other fields of a registration have no effect: it waits for its link, and makes an ordinary user', async () => {
  const email = 'bold@reeves.example'
  const besides = {
    isAdmin: true,
    is_admin: true,
    confirmed: true,
    confirmed_at: '2020-01-01',
    id: 1,
    userID: 1,
  }
  await post(registerCall, { email, password: PASSWORD, countyId: reeves, ...besides })
  expect((await login(email, PASSWORD)).json()).toEqual(failure(CONFIRM_FIRST).toFailure())
  const [mail] = await mailsTo(portal, email)
  await post(confirmAccount, { email, token: linkOf(mail ?? {}).token, ...besides })
  const cookie = await portal.signIn(email, PASSWORD)
  const session = await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })
  expect(session.json()).toMatchObject({
    username: email,
    isAdmin: false,
    countyID: reeves,
    rights: ['documents.add'],
  })
})

test('S6.7 R2.8 G15 staff register without a county, whatever county they name', async () => {
  expect((await post(registerCall, { email: 'a@staff.example', password: PASSWORD })).statusCode).toBe(200)
  expect((await register('b@STAFF.example')).statusCode).toBe(200)
  for (const email of ['a@staff.example', 'b@staff.example']) {
    expect(await registrationsOf(email)).toMatchObject([{ county_id: null, ended_at: null }])
  }
})

test('R2.4 G07 V6.3.8 an address with an account gets the same response, and its owner an e-mail about it', async () => {
  const owner = await portal.addPerson({ email: 'owner@reeves.example', countyId: reeves })
  const [known, unknown] = [
    await register(owner.email, 'what a stranger chose'),
    await register('new@reeves.example'),
  ]
  expect(known.statusCode).toBe(unknown.statusCode)
  expect(known.body).toBe(unknown.body)
  expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))
  const [mail, ...more] = await mailsTo(portal, owner.email)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('You already have an account')
  expect(mail?.text).toContain('from the network address 127.0.0.1')
  expect(mail?.text).toContain('If you did not just register, do nothing.')
  expect(linkOf(mail ?? {}).url.href).toBe('http://portal.example/forgot-password')
  expect((await login(owner.email, 'what a stranger chose')).json()).toEqual(
    failure(CONFIRM_FIRST).toFailure(),
  )
  expect((await login(owner.email, owner.password)).statusCode).toBe(200)
})

test.each([
  ['register', registerCall],
  ['reset-password', requestReset],
  ['resend-confirmation', resendConfirmation],
] as const)('G08 with or without an account %s runs the same queries and writes', async (path, call) => {
  const owner = await portal.addPerson({ email: `known-to-${path}@reeves.example` })
  const known = await statementsOf(() =>
    post(call, { email: owner.email, password: PASSWORD, countyId: reeves }),
  )
  const email = `unknown-to-${path}@reeves.example`
  const unknown = await statementsOf(() => post(call, { email, password: PASSWORD, countyId: reeves }))
  expect(known.length).toBeGreaterThan(2)
  expect(unknown).toEqual(known)
})

test('pending registrations of one address share a salt, so that a sign-in costs one hash', async () => {
  for (const password of ['first of the passwords', 'second of the passwords', 'third of the passwords']) {
    await register('often@reeves.example', password)
  }
  const hashes = (await registrationsOf('often@reeves.example')).map((row) => row.password_hash)
  expect(new Set(hashes).size).toBe(3)
  expect(new Set(hashes.map((hash) => saltOf(hash).toString('hex'))).size).toBe(1)
})

test('S7.10 R2.23 resend e-mails the newest three pending ones, each with its own time and link', async () => {
  const email = 'again@reeves.example'
  const start = portal.clock.now()
  for (let hour = 0; hour < 4; hour += 1) {
    await register(email, `password number ${hour}`)
    portal.clock.advance(HOUR_MS)
  }
  const before = await mailsTo(portal, email)
  expect(before).toHaveLength(4)
  const answer = await post(resendConfirmation, { email: ` ${email.toUpperCase()}` })
  expect(answer.json()).toEqual({ success: true, message: RESENT })
  const mails = (await mailsTo(portal, email)).slice(4)
  expect(mails).toHaveLength(3)
  const times = mails.map(({ text }) => /at (\d+:00 [AP]M)/.exec(text ?? '')?.[1])
  expect(new Set(times)).toEqual(new Set(['11:00 AM', '12:00 PM', '1:00 PM']))
  const tokens = [...before, ...mails].map((mail) => linkOf(mail).token)
  expect(new Set(tokens).size).toBe(7)
  portal.clock.set(start)
})

test('resend for an unknown or confirmed address has the same response and no e-mail', async () => {
  const owner = await portal.addPerson({ email: 'done@reeves.example' })
  const answers = [
    await post(resendConfirmation, { email: owner.email }),
    await post(resendConfirmation, { email: 'nobody@reeves.example' }),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(JSON.stringify({ success: true, message: RESENT }))
  }
  expect(await mailsTo(portal, owner.email)).toEqual([])
  expect(await mailsTo(portal, 'nobody@reeves.example')).toEqual([])
})

test.each([
  [{}, 'Email address missing; cannot resend confirmation.'],
  [{ email: '' }, 'Email address missing; cannot resend confirmation.'],
  [{ email: 'a@x\r\nBcc: b@firm.example' }, NOT_AN_EMAIL.sentence],
])('G13 resend refuses %j', async (payload, error) => {
  const answer = await post(resendConfirmation, payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failureWith(error))
})

test('R1.11 G11 links begin with PUBLIC_URL, whatever host a request names', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  await post(registerCall, { email: 'host@reeves.example', password: PASSWORD, countyId: reeves }, headers)
  const [mail] = await mailsTo(portal, 'host@reeves.example')
  expect(linkOf(mail ?? {}).url.origin).toBe('http://portal.example')
  expect(String(mail?.raw)).not.toContain('evil.example')
})

test('V1.2.2 V1.3.7 an unusual address stays unchanged in link and e-mail', async () => {
  const email = "a+b&c={{7*7}}'$@reeves.example"
  expect((await register(email)).statusCode).toBe(200)
  const [mail] = await mailsTo(portal, email)
  expect(linkOf(mail ?? {}).email).toBe(email)
  expect(mail?.to).toEqual([{ address: email, name: '' }])
})

test('V16.3.1 a registration leaves one audit record without password or token', async () => {
  await register('audited@reeves.example')
  const { rows } = await portal.pool.query(
    `SELECT what, who, county_id, came_from, account_id, before, after FROM ${AUDIT_AS_TOLD} WHERE after->>'email' = 'audited@reeves.example'`,
  )
  expect(rows).toEqual([
    {
      what: 'registered',
      who: 'anonymous',
      county_id: reeves,
      came_from: '127.0.0.1',
      account_id: null,
      before: null,
      after: { email: 'audited@reeves.example' },
    },
  ])
})

test('R2.13 V16.2.5 the outbox has no token, and the log neither address nor link', async () => {
  await register('quiet@reeves.example')
  const { token } = linkOf((await mailsTo(portal, 'quiet@reeves.example'))[0] ?? {})
  const { rows } = await portal.pool.query(
    "SELECT * FROM mail_outbox WHERE recipient = 'quiet@reeves.example'",
  )
  expect(rows).toMatchObject([{ kind: 'registration', facts: { registrationId: expect.any(Number) } }])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(portal.log.join('')).not.toContain(token)
  expect(portal.log.join('')).not.toContain('quiet@reeves.example')
})
