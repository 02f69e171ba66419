import type { Endpoint } from '@portal/contract/endpoint.ts'
import { getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import {
  FILL_BOTH_PASSWORDS,
  NOT_AN_EMAIL,
  PASSWORDS_DIFFER,
  RESET_DONE,
  RESET_INCOMPLETE,
  RESET_INVALID,
  RESET_SENT,
  confirmReset,
  requestReset,
  register,
  confirmAccount,
  resendConfirmation,
} from '@portal/contract/sign-in/registration.ts'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from '@portal/contract/sign-in/password-errors.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { linkOf, mailsTo, readMails, runDueJobs } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { addAccountWithLink, changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { failure } from '../../engines/http/errors.ts'
import { failureWith } from '../../testing/failure-with.ts'

const NEW = 'a new and quiet password'
let portal: TestPortal
let count = 0
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
})
beforeEach(async () => {
  count += 1
  ann = await portal.addPerson({ email: `ann-${count}@reeves.example` })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => portal.close())

const acting = () => ({ ...portal.world, actor: COMMAND_LINE })
const addInvited = (email: string) => addAccountWithLink(acting(), { email, role: 'user', countyIds: [] })
const post = (call: Endpoint, payload: object, headers: Record<string, string> = {}) =>
  portal.call(ANONYMOUS_PERSON, call, { payload, headers })
type Link = { email: string; token: string }
const reset = ({ email, token }: Link, newPassword = NEW) =>
  post(confirmReset, { email, token, newPassword, confirmPassword: newPassword })
const statusOfLogin = async (email: string, password: string) =>
  (await post(login, { username: email, password })).statusCode
const resetMails = async (email: string) =>
  (await mailsTo(portal, email)).filter(({ subject }) => subject?.startsWith('Set a new password'))

/** Requests a reset a second after the last one, and returns the link of the newest e-mail. */
async function newLink(email = ann.email): Promise<Link> {
  portal.clock.advance(1000)
  const known = new Set((await resetMails(email)).map((mail) => linkOf(mail).token))
  expect((await post(requestReset, { email })).statusCode).toBe(200)
  const mails = await resetMails(email)
  const link = mails.map((mail) => linkOf(mail)).find(({ token }) => !known.has(token))
  if (!link) throw new Error('No new link came.')
  return link
}

test('S7.7 G07 with or without an account, the response is the same and only the owner gets an e-mail', async () => {
  const disabled = await portal.addPerson({ email: `gone-${count}@reeves.example` })
  await changeAccount(acting(), disabled.email, { isDisabled: true })
  const addresses = [ann.email, 'nobody@reeves.example', disabled.email]
  for (const email of addresses) {
    const answer = await post(requestReset, { email })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(JSON.stringify({ success: true, message: RESET_SENT }))
  }
  await runDueJobs(portal)
  const mails = await Promise.all(addresses.map((email) => readMails(portal.folder, email)))
  expect(mails.map(({ length }) => length)).toEqual([1, 0, 0])
  const [mail] = mails[0] ?? []
  expect(mail?.text).toContain('CDT, from the network address 127.0.0.1, someone requested a new password')
  const { url, email } = linkOf(mail ?? {})
  expect(url.origin + url.pathname).toBe('http://localhost:3000/reset-password')
  expect(email).toBe(ann.email)
})

test('R2.17 G17 V6.2.2 V6.3.7 V7.4.3 the link sets the password, ends every session, signs no one in, and the owner is e-mailed (V6.4.3)', async () => {
  const elsewhere = await portal.signIn(ann.email, ann.password)
  const answer = await reset(await newLink())
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, message: RESET_DONE })
  expect(answer.cookies).toEqual([])
  for (const cookie of [ann.cookie, elsewhere]) {
    const who = await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })
    expect(who.statusCode).toBe(401)
  }
  expect(await statusOfLogin(ann.email, ann.password)).toBe(401)
  expect(await statusOfLogin(ann.email, NEW)).toBe(200)
  const told = (await mailsTo(portal, ann.email)).find(({ subject }) => subject?.includes('was changed'))
  expect(told?.text).toContain('from the network address 127.0.0.1')
})

test('V16.3.1 request and reset leave one audit record each, without password or token', async () => {
  await reset(await newLink())
  const { rows } = await portal.pool.query(
    `SELECT what, who, account_id, before, after FROM ${AUDIT_AS_TOLD} WHERE who = $1 OR (who = 'anonymous' AND after->>'email' = $1) ORDER BY id`,
    [ann.email],
  )
  expect(rows).toEqual([
    { what: 'signed in', who: ann.email, account_id: ann.accountId, before: null, after: null },
    {
      what: 'password reset requested',
      who: 'anonymous',
      account_id: null,
      before: null,
      after: { email: ann.email },
    },
    { what: 'password set', who: ann.email, account_id: ann.accountId, before: null, after: null },
  ])
})

test('R2.14 V6.5.1 G09 a link works once, also of five simultaneous uses', async () => {
  const link = await newLink()
  const passwords = Array.from({ length: 5 }, (_, index) => `new password number ${index}`)
  const answers = await Promise.all(passwords.map((password) => reset(link, password)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(4)
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  expect(await statusOfLogin(ann.email, passwords[winner] ?? '')).toBe(200)
  expect((await reset(link)).json()).toEqual(failure(RESET_INVALID).toFailure())
})

test('R2.14 G09 only the newest link works', async () => {
  const [older, newer] = [await newLink(), await newLink()]
  expect((await reset(older)).json()).toEqual(failure(RESET_INVALID).toFailure())
  expect((await reset(newer)).statusCode).toBe(200)
})

test('R2.12 C17 V6.5.5 G09 a link lives one hour', async () => {
  const link = await newLink()
  portal.clock.advance(HOUR_MS - MINUTE_MS)
  expect((await reset(link, 'seven 7')).json()).toEqual(failure(TOO_SHORT).toFailure())
  portal.clock.advance(MINUTE_MS)
  expect((await reset(link)).json()).toEqual(failure(RESET_INVALID).toFailure())
  expect(await statusOfLogin(ann.email, ann.password)).toBe(200)
})

test('V6.6.2 G09 a link belongs to its address, and a confirmation link resets nothing', async () => {
  const { token } = await newLink()
  const other = await portal.addPerson({ email: `other-${count}@reeves.example` })
  expect((await reset({ email: other.email, token })).json()).toEqual(failure(RESET_INVALID).toFailure())
  await post(register, { email: `new-${count}@staff.example`, password: NEW })
  const [mail] = await mailsTo(portal, `new-${count}@staff.example`)
  expect((await reset(linkOf(mail ?? {}))).json()).toEqual(failure(RESET_INVALID).toFailure())
  expect((await post(confirmAccount, { email: ann.email, token })).statusCode).toBe(400)
})

test('C14 an e-mail that was tried twice has a valid link in both copies', async () => {
  await runDueJobs(portal)
  await post(requestReset, { email: ann.email })
  const { mail } = portal.world
  const kept: string[] = []
  vi.spyOn(mail, 'send').mockImplementationOnce(async ({ text }) => {
    kept.push(text)
    throw new Error('The connection was lost before the answer.')
  })
  await runDueJobs(portal)
  await letTimePass(portal, MINUTE_MS)
  const [second] = (await resetMails(ann.email)).map((arrived) => linkOf(arrived))
  const first = linkOf({ text: kept[0] ?? '' })
  expect(first.token).not.toBe(second?.token)
  expect((await reset(first)).statusCode).toBe(200)
  expect((await reset(second ?? first)).statusCode).toBe(400)
})

test('V16.5.2 C13 while e-mail is down the response is the same, and the e-mail comes once later', async () => {
  await runDueJobs(portal)
  const { mail } = portal.world
  const down = vi.spyOn(mail, 'send').mockRejectedValue(new Error('connect ECONNREFUSED'))
  const answer = await post(requestReset, { email: ann.email })
  expect(answer.body).toBe(JSON.stringify({ success: true, message: RESET_SENT }))
  await runDueJobs(portal)
  expect(down).toHaveBeenCalledTimes(1)
  down.mockRestore()
  await letTimePass(portal, 2 * HOUR_MS)
  const mails = await resetMails(ann.email)
  expect(mails).toHaveLength(1)
  expect(await resetMails(ann.email)).toHaveLength(1)
  expect((await reset(linkOf(mails[0] ?? {}))).statusCode).toBe(200)
})

test('an account disabled after the request keeps its password', async () => {
  const link = await newLink()
  await changeAccount(acting(), ann.email, { isDisabled: true })
  expect((await reset(link)).json()).toEqual(failure(RESET_INVALID).toFailure())
})

test('a sign-in during a reset: no session of the old password remains', async () => {
  const link = await newLink()
  const logins = Array.from({ length: 6 }, () => post(login, { username: ann.email, password: ann.password }))
  const [done, ...answers] = await Promise.all([reset(link), ...logins])
  expect(done.statusCode).toBe(200)
  for (const { cookies } of answers) {
    const [cookie] = cookies
    if (!cookie) continue
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    expect((await portal.call(ANONYMOUS_PERSON, getSession, { headers })).statusCode).toBe(401)
  }
})

test('R2.18 a reset confirms the address and ends every pending registration of it', async () => {
  const email = `waiting-${count}@staff.example`
  await post(register, { email, password: 'first of the passwords' })
  await post(register, { email, password: 'second of the passwords' })
  const [first, second] = (await mailsTo(portal, email)).map((mail) => linkOf(mail))
  expect((await reset(await newLink(email))).statusCode).toBe(200)
  expect(await statusOfLogin(email, NEW)).toBe(200)
  for (const password of ['first of the passwords', 'second of the passwords']) {
    expect(await statusOfLogin(email, password)).toBe(401)
  }
  for (const link of [first, second]) {
    expect((await post(confirmAccount, { email, token: link?.token })).statusCode).toBe(400)
  }
  const before = await mailsTo(portal, email)
  await post(resendConfirmation, { email })
  expect(await mailsTo(portal, email)).toHaveLength(before.length)
})

test('a reset requested before the confirmation still sets the password', async () => {
  const email = `both-${count}@staff.example`
  await post(register, { email, password: 'first of the passwords' })
  const [confirmation] = (await mailsTo(portal, email)).map((mail) => linkOf(mail))
  const link = await newLink(email)
  expect((await post(confirmAccount, { email, token: confirmation?.token })).statusCode).toBe(200)
  expect((await reset(link)).statusCode).toBe(200)
  expect(await statusOfLogin(email, NEW)).toBe(200)
})

test('a reset requested before the confirmation, with its e-mail still queued, is e-mailed after it', async () => {
  const email = `waits-${count}@staff.example`
  await post(register, { email, password: 'first of the passwords' })
  const [confirmation] = (await mailsTo(portal, email)).map((mail) => linkOf(mail))
  portal.clock.advance(1000)
  await post(requestReset, { email })
  portal.clock.advance(1000)
  expect((await post(confirmAccount, { email, token: confirmation?.token })).statusCode).toBe(200)
  const [mail] = await resetMails(email)
  expect((await reset(linkOf(mail ?? {}))).statusCode).toBe(200)
  expect(await statusOfLogin(email, NEW)).toBe(200)
})

test('R2.48 V6.2.4 V6.2.11 a new password that is common, or a name, is refused; the link stays valid', async () => {
  const email = `clerk.smith-${count}@reeves.example`
  const countyId = (await portal.addCounty(`Hudspeth ${count}`)).CountyID
  const { link } = await addAccountWithLink(acting(), { email, role: 'user', countyIds: [countyId] })
  const token = new URL(link).searchParams.get('token') ?? ''
  for (const password of [
    'blink182',
    'Clerk-Smith-26',
    `hudspeth ${count} county!`,
    `County Document Portal 1`,
  ]) {
    const answer = await reset({ email, token }, password)
    expect([answer.statusCode, answer.json()]).toEqual([400, failure(TOO_COMMON).toFailure()])
  }
  expect((await reset({ email, token })).statusCode).toBe(200)
})

test('R1.22 V6.4.1 the link of a new account sets its first password, once, within 72 hours', async () => {
  const email = `first-${count}@reeves.example`
  const url = new URL((await addInvited(email)).link)
  expect(url.origin + url.pathname).toBe('http://localhost:3000/reset-password')
  const link = { email, token: url.searchParams.get('token') ?? '' }
  portal.clock.advance(72 * HOUR_MS - MINUTE_MS)
  expect(await statusOfLogin(email, NEW)).toBe(401)
  expect((await reset(link)).statusCode).toBe(200)
  expect(await statusOfLogin(email, NEW)).toBe(200)
  expect((await reset(link)).statusCode).toBe(400)
  expect(await mailsTo(portal, email)).toEqual([])
  const late = `late-${count}@reeves.example`
  const token = new URL((await addInvited(late)).link).searchParams.get('token') ?? ''
  portal.clock.advance(72 * HOUR_MS)
  expect((await reset({ email: late, token })).json()).toEqual(failure(RESET_INVALID).toFailure())
})

test.each([
  [{}, RESET_INCOMPLETE],
  [{ email: '', token: '', newPassword: NEW, confirmPassword: NEW }, RESET_INCOMPLETE],
  [{ email: 'x@y.example', newPassword: NEW, confirmPassword: NEW }, RESET_INCOMPLETE],
  [{ email: 'x@y.example', token: 'x' }, FILL_BOTH_PASSWORDS],
  [{ email: 'x@y.example', token: 'x', newPassword: NEW, confirmPassword: '' }, FILL_BOTH_PASSWORDS],
  [{ email: 'x@y.example', token: 'x', newPassword: NEW, confirmPassword: 'other' }, PASSWORDS_DIFFER],
  [{ email: 'x@y.example', token: 'x', newPassword: 'seven 7', confirmPassword: 'seven 7' }, TOO_SHORT],
  [
    { email: 'x@y.example', token: 'x', newPassword: 'Password123!', confirmPassword: 'Password123!' },
    TOO_COMMON,
  ],
  [{ email: 'x@y.example', token: 'x', newPassword: NEW, confirmPassword: NEW }, RESET_INVALID],
  [{ email: 'no address', token: 'x', newPassword: NEW, confirmPassword: NEW }, RESET_INVALID],
])('%j is refused with the sentence of the specification', async (payload, error) => {
  const answer = await post(confirmReset, payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failure(error).toFailure())
})

test('G05 a password of 7,500 characters, twice, is refused before any hashing', async () => {
  expect((await reset(await newLink(), 'x'.repeat(7500))).json()).toEqual(failure(TOO_LONG).toFailure())
})

test.each([
  [{}, 'Please enter your email address.'],
  [{ email: ' ' }, 'Please enter your email address.'],
  [{ email: 'a@x\r\nBcc: b@firm.example' }, NOT_AN_EMAIL.sentence],
])('S5.8 G13 a reset request with %j is refused', async (payload, error) => {
  const answer = await post(requestReset, payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failureWith(error))
})
