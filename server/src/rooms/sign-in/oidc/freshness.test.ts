import { proveIdentity } from '@portal/contract/account/account.ts'
import { getSession, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { beginSecondFactor } from '@portal/contract/sign-in/second-factor.ts'
import {
  joinIdentity,
  listIdentities,
  removeIdentity,
  type Identity,
} from '@portal/contract/sign-in/single-sign-on.ts'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import type { Issuer } from '../../../engines/config/issuers.ts'
import { DAY_MS, MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { signInAt } from '../../../testing/issuer.ts'
import { passkeyCalls } from '../../../testing/passkey-calls.ts'
import { codeNow, giveCode, setUpSecondFactor } from '../../../testing/second-factor.ts'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { issuerCalls, WELCOME, whereTo, type IssuerCalls } from '../../../testing/issuer-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

const issuers = await issuersInTests()
issuers.firm.knows('ann', { email: 'ann@firm.example', email_verified: true, groups: ['appraisers'] })

let portal: TestPortal
let browser: IssuerCalls
afterEach(() => portal.close())
async function open(changed: object = {}, environment: Record<string, string> = {}) {
  portal = await testPortal({ issuers: { ...issuers, changed }, environment })
  browser = issuerCalls(portal)
  await portal.addCounty('Reeves', '389')
}
const asAnn = (cookie: string): TestPerson => ({
  accountId: 0,
  email: 'ann@firm.example',
  password: '',
  cookie,
})
const signIn = async () => asAnn(cookieOf((await browser.signIn('firm', 'ann')).answer))

/** The response for a session from a server that was restarted with those issuers. */
async function afterRestart({ cookie }: TestPerson, change: (issuer: Issuer) => Issuer | null) {
  const { settings } = portal.world
  const changed = settings.issuers.map(change).filter((issuer) => issuer !== null)
  const world = { ...portal.world, settings: { ...settings, issuers: changed } }
  const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
  const answer = await app.inject({ url: '/api/auth/session', headers: { cookie } })
  await app.close()
  return answer.statusCode
}
const countingNoMore = (issuer: Issuer): Issuer => ({ ...issuer, countsAsSecondFactor: false })
const withoutFirm = (issuer: Issuer) => (issuer.id === 'firm' ? null : issuer)

test('R2.146 V7.4.1 a session opened by an issuer’s second factor ends if the settings no longer count that factor', async () => {
  await open({ countsAsSecondFactor: true })
  const ann = await signIn()
  expect(await afterRestart(ann, (issuer) => issuer)).toBe(200)
  expect(await afterRestart(ann, countingNoMore)).toBe(401)
  // Whatever its current name is.
  expect(await afterRestart(ann, (issuer) => ({ ...issuer, id: `${issuer.id}-2`, name: 'Other' }))).toBe(200)
})

test('R2.146 V7.4.1 a session that began at an issuer ends if the settings no longer have that issuer, and no other does', async () => {
  await open()
  const ann = await signIn()
  const boss = await portal.addPerson({ email: 'boss@firm.example' })
  expect([await afterRestart(ann, countingNoMore), await afterRestart(boss, withoutFirm)]).toEqual([200, 200])
  expect(await afterRestart(ann, withoutFirm)).toBe(401)
  const factor = await setUpSecondFactor(portal, ann)
  portal.clock.advance(MINUTE_MS)
  const half = cookieOf((await browser.signIn('firm', 'ann')).answer)
  const withCode = asAnn(cookieOf(await giveCode(portal, { cookie: half, code: codeNow(portal, factor) })))
  expect([await afterRestart(withCode, (one) => one), await afterRestart(withCode, withoutFirm)]).toEqual([
    200, 401,
  ])
})

test('R2.146 V6.3.3 an issuer’s second factor no longer counts in the session that removed its sign-in', async () => {
  await open({ countsAsSecondFactor: true }, { SECOND_FACTOR_REQUIRED: 'administrator' })
  const ann = await portal.addPerson({ email: 'ann@firm.example', role: 'administrator' })
  await passkeyCalls(portal).add(ann)
  const joining = await browser.signIn('firm', 'ann')
  await portal.call({ ...ann, cookie: `${ann.cookie}; ${joining.cookie}` }, joinIdentity)
  const there = await signIn()
  const needed = async () => (await portal.call(there, getSession)).json<Session>().secondFactor
  expect(await needed()).toBeUndefined()
  const [joined] = (await portal.call(there, listIdentities)).json<Identity[]>()
  const removed = await portal.call(there, removeIdentity, { params: { id: joined?.id ?? 0 } })
  expect([removed.statusCode, await needed()]).toEqual([200, 'to give'])
})

const isProof = async (person: TestPerson) =>
  (await portal.call(person, beginSecondFactor)).statusCode === 200

test('R2.147 V7.5.1 a sign-in that an issuer remembers proves nothing; a new one that it requests does', async () => {
  await open()
  expect(await isProof(await signIn())).toBe(true)
  // The issuer uses the clock of the machine. For the portal it was eleven minutes ago.
  portal.clock.set(new Date(Date.now() + 11 * MINUTE_MS))
  expect(await isProof(await signIn())).toBe(false)
  const query = async (payload: object) =>
    new URL((await browser.begin('firm', '', payload)).address).searchParams
  const usual = await query({})
  expect([usual.get('prompt'), Number(usual.get('max_age'))]).toEqual([null, (7 * DAY_MS) / 1000])
  const anew = await query({ again: true })
  expect([anew.get('prompt'), anew.get('max_age')]).toEqual(['login', '0'])
  portal.clock.set(new Date(Date.now() + MINUTE_MS))
  const sent = await browser.begin('firm', '', { again: true })
  const { cookies, ...came } = await browser.comeBack(await signInAt(sent.address, 'ann'), sent)
  expect(whereTo(came)).toEqual(WELCOME)
  expect(await isProof(asAnn(cookieOf({ cookies })))).toBe(true)
})

test('R2.147 V7.5.1 an issuer that omits the time of the sign-in proves nothing by it', async () => {
  await open()
  const sent = await browser.begin('firm')
  const address = new URL(sent.address)
  address.searchParams.delete('max_age')
  const { cookies } = await browser.comeBack(await signInAt(address.href, 'ann'), sent)
  const ann = asAnn(cookieOf({ cookies }))
  expect((await portal.call(ann, getSession)).statusCode).toBe(200)
  expect(await isProof(ann)).toBe(false)
})

/** A person with a password, signed in by an issuer that they joined to their account. */
async function signInJoined(): Promise<TestPerson> {
  const ann = await portal.addPerson({ email: 'ann@firm.example' })
  const joining = await browser.signIn('firm', 'ann')
  const joined = await portal.call({ ...ann, cookie: `${ann.cookie}; ${joining.cookie}` }, joinIdentity)
  expect(joined.statusCode).toBe(200)
  return { ...(await signIn()), password: ann.password }
}
const removeJoined = async (person: TestPerson) => {
  const [joined] = (await portal.call(person, listIdentities)).json<Identity[]>()
  const removed = await portal.call(person, removeIdentity, { params: { id: joined?.id ?? 0 } })
  expect(removed.statusCode).toBe(200)
}

test.each([true, false])(
  'R2.138 V7.5.1 the issuer’s proof no longer counts in the session that removed its sign-in (counts as a second factor: %s)',
  async (countsAsSecondFactor) => {
    await open({ countsAsSecondFactor })
    const ann = await signInJoined()
    await removeJoined(ann)
    expect(await isProof(ann)).toBe(false)
    const proven = await portal.call(ann, proveIdentity, { payload: { password: ann.password } })
    expect([proven.statusCode, await isProof(ann)]).toEqual([200, true])
  },
)

test('V7.5.1 a password given in that session after the issuer’s proof still counts', async () => {
  await open()
  const ann = await signInJoined()
  portal.clock.advance(MINUTE_MS)
  await portal.call(ann, proveIdentity, { payload: { password: ann.password } })
  await removeJoined(ann)
  expect(await isProof(ann)).toBe(true)
})
