import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import {
  beginSingleSignOn,
  finishSingleSignOn,
  joinIdentity,
  listIdentities,
  removeIdentity,
} from '@portal/contract/sign-in/single-sign-on.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { signInAt } from '../../../testing/issuer.ts'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { atSignIn, issuerCalls, WELCOME, whereTo, type IssuerCalls } from '../../../testing/issuer-calls.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const refusedBy = (code: string) => atSignIn(`single_sign_on.${code}`)
const OVER = refusedBy('over')
const REFUSED = refusedBy('refused')

const issuers = await issuersInTests()
issuers.firm.knows('ann', { email: 'ann@firm.example', email_verified: true, groups: ['auditors'] })
issuers.county.knows('bob', { email: 'bob@county.example', email_verified: true })

let portal: TestPortal
let browser: IssuerCalls
afterEach(() => portal.close())
beforeEach(async () => {
  portal = await testPortal({ issuers })
  browser = issuerCalls(portal)
  await portal.addCounty('Reeves', '389')
})

const countOf = async (table: string) =>
  Number((await portal.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)
const nobodyGotIn = async () => {
  expect(await countOf('session')).toBe(0)
  expect(await countOf('identity')).toBe(0)
}

test('R2.130 V10.2.1 a state works once, so a code from a browser history opens nothing', async () => {
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  expect(whereTo(await browser.comeBack(back, sent))).toEqual(WELCOME)
  expect(whereTo(await browser.comeBack(back, sent))).toEqual(OVER)
  expect(await countOf('session')).toBe(1)
})

test('V10.2.1 a code works once: with another state of the same browser it is refused', async () => {
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  const again = await browser.begin('firm', sent.cookie)
  const replayed = new URL(back)
  replayed.searchParams.set('state', new URL(again.address).searchParams.get('state') ?? '')
  expect(whereTo(await browser.comeBack(replayed, sent))).toEqual(REFUSED)
  await nobodyGotIn()
})

test('R2.130 V10.2.1 a sign-in that began in one browser ends in no other, so no one is signed in as another person', async () => {
  const thief = await browser.begin('firm')
  const back = await signInAt(thief.address, 'ann')
  const victim = await browser.begin('firm')
  expect(whereTo(await browser.comeBack(back, victim))).toEqual(OVER)
  expect(whereTo(await browser.comeBack(back, { cookie: '' }))).toEqual(OVER)
  await nobodyGotIn()
  // Others have not consumed it.
  expect(whereTo(await browser.comeBack(back, thief))).toEqual(WELCOME)
})

test('R2.130 a pending sign-in expires after 10 minutes', async () => {
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  portal.clock.advance(10 * MINUTE_MS)
  expect(whereTo(await browser.comeBack(back, sent))).toEqual(OVER)
  await nobodyGotIn()
})

test('R2.130 V10.2.2 a sign-in that began with one issuer ends with no other (RFC 9207): neither by its path nor by its name', async () => {
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  const asked = issuers.county.paths.length
  const elsewhere = new URL(String(back).replace('/oidc/firm/', '/oidc/county/'))
  expect(whereTo(await browser.comeBack(elsewhere, sent))).toEqual(OVER)

  // The code of one sign-in with the state of the other.
  const other = await browser.begin('county', sent.cookie)
  const mixed = new URL(elsewhere)
  mixed.searchParams.set('state', new URL(other.address).searchParams.get('state') ?? '')
  expect(mixed.searchParams.get('iss')).toBe(issuers.firm.address)
  expect(whereTo(await browser.comeBack(mixed, sent))).toEqual(REFUSED)
  const paths = issuers.county.paths.slice(asked)
  expect(paths.filter((path) => path.startsWith('/token'))).toEqual([])
  await nobodyGotIn()
})

test('R2.130 V10.5.1 an ID token for another request is refused by its nonce, and a code by its PKCE challenge', async () => {
  for (const name of ['nonce', 'code_challenge']) {
    const sent = await browser.begin('firm')
    const changed = new URL(sent.address)
    changed.searchParams.set(name, 'x'.repeat(43))
    const back = await signInAt(changed.href, 'ann')
    expect(whereTo(await browser.comeBack(back, sent))).toEqual(REFUSED)
  }
  await nobodyGotIn()
})

test('R2.130 every request has PKCE by SHA-256, a state and a nonce, and never repeats them', async () => {
  const asked = [await browser.begin('firm'), await browser.begin('firm')].map(
    ({ address }) => new URL(address).searchParams,
  )
  for (const request of asked) {
    expect(request.get('response_type')).toBe('code')
    expect(request.get('code_challenge_method')).toBe('S256')
    expect(request.get('redirect_uri')).toBe('http://localhost:3000/api/auth/oidc/firm/callback')
  }
  for (const name of ['state', 'nonce', 'code_challenge']) {
    const [one, other] = asked.map((request) => request.get(name) ?? '')
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(one).not.toBe(other)
  }
  expect(
    JSON.stringify((await portal.pool.query('SELECT state_hash::text FROM issuer_request')).rows),
  ).not.toContain(asked[0]?.get('state'))
})

test('R2.131 V10.5.2 an unverified address creates no account and joins none', async () => {
  await portal.addPerson({ email: 'eve@firm.example' })
  for (const email of ['eve@firm.example', 'new@firm.example']) {
    for (const email_verified of [false, undefined, 'no', null]) {
      issuers.firm.knows('eve', {
        email,
        groups: ['auditors'],
        ...(email_verified !== undefined && { email_verified }),
      })
      const { answer } = await browser.signIn('firm', 'eve')
      expect(whereTo(answer)).toEqual(refusedBy('address_unverified'))
    }
  }
  expect(await countOf('identity')).toBe(0)
  expect(await countOf('identity_to_join')).toBe(0)
})

test('R2.131 V10.5.2 an issuer has authority over its own domains only', async () => {
  await portal.addPerson({ email: 'boss@firm.example', role: 'administrator' })
  for (const email of ['boss@firm.example', 'boss@sub.county.example', 'boss@county.example.evil.example']) {
    issuers.county.knows('mallory', { email, email_verified: true })
    const { answer } = await browser.signIn('county', 'mallory')
    expect(whereTo(answer)).toEqual(refusedBy('domain_not_offered'))
  }
  expect(await countOf('identity')).toBe(0)
  expect(await countOf('identity_to_join')).toBe(0)
})

test('R2.133 V10.5.2 another person who gets the address of an account does not get the account', async () => {
  expect(whereTo((await browser.signIn('county', 'bob')).answer)).toEqual(WELCOME)
  issuers.county.knows('bob-the-second', { email: 'bob@county.example', email_verified: true })
  const { answer, cookie } = await browser.signIn('county', 'bob-the-second')
  expect(whereTo(answer)).toMatchObject({ sso: 'join' })
  expect(answer.cookies).toEqual([])
  expect((await portal.call(ANONYMOUS_PERSON, joinIdentity, { headers: { cookie } })).statusCode).toBe(401)
  expect(await countOf('session')).toBe(1)
  expect(await countOf('identity')).toBe(1)
})

test('R2.132 two simultaneous first sign-ins with one address make one account', async () => {
  issuers.county.knows('one', { email: 'both@county.example', email_verified: true })
  issuers.county.knows('two', { email: 'both@county.example', email_verified: true })
  const [one, two] = [await browser.begin('county'), await browser.begin('county')]
  const [first, second] = await Promise.all([signInAt(one.address, 'one'), signInAt(two.address, 'two')])
  await Promise.all([browser.comeBack(first, one), browser.comeBack(second, two)])
  expect(await countOf('account')).toBe(1)
  expect(await countOf('session')).toBe(1)
})

test('R2.137 V3.7.2 no return path leads out of the portal, whatever the browser sends', async () => {
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  for (const name of ['returnTo', 'redirect_uri', 'next', 'post_logout_redirect_uri']) {
    back.searchParams.set(name, 'https://evil.example/')
  }
  expect(whereTo(await browser.comeBack(back, { ...sent, headers: { host: 'evil.example' } }))).toEqual(
    WELCOME,
  )
  const broken = new URL('http://localhost:3000/api/auth/oidc/%2F%2Fevil.example/callback?state=x&code=y')
  const { headers } = await browser.comeBack(broken, sent)
  expect(String(headers.location)).toMatch(/^http:\/\/localhost:3000\/login\?/)
})

test('G16 the earlier session of the browser ends, and the new one has its own token (session fixation)', async () => {
  const planted = await portal.addPerson({ email: 'thief@reeves.example' })
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  const answer = await browser.comeBack(back, { cookie: `${sent.cookie}; ${planted.cookie}` })
  expect(whereTo(answer)).toEqual(WELCOME)
  expect(`portal_session=${answer.cookies[0]?.value}`).not.toBe(planted.cookie)
  expect((await portal.call(planted, getSession)).statusCode).toBe(401)
})

test('R2.130 V3.5.1 another site begins, joins and removes nothing on a person’s behalf (csrf)', async () => {
  const ann = await portal.addPerson({ email: 'ann@firm.example' })
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const asked = [
    portal.call(ann, beginSingleSignOn, { params: { issuer: 'firm' }, headers }),
    portal.call(ann, joinIdentity, { headers }),
    portal.call(ann, removeIdentity, { params: { id: 1 }, headers }),
  ]
  for (const answer of await Promise.all(asked))
    expect(answer.json()).toMatchObject({ code: 'request.other_origin' })
  expect(await countOf('issuer_request')).toBe(0)
})

test('R2.137 a refusal by the issuer and a cancellation by the person have different messages', async () => {
  const sent = await browser.begin('firm')
  const state = new URL(sent.address).searchParams.get('state') ?? ''
  const back = new URL('http://localhost:3000/api/auth/oidc/firm/callback')
  back.search = new URLSearchParams({ error: 'access_denied', state, iss: issuers.firm.address }).toString()
  expect(whereTo(await browser.comeBack(back, sent))).toEqual(refusedBy('cancelled'))
  expect(whereTo(await browser.comeBack(back, sent))).toEqual(OVER)
  const { answer } = await browser.signIn('firm', 'ann')
  const cookie = cookieOf(answer)
  expect((await portal.call(ANONYMOUS_PERSON, listIdentities, { headers: { cookie } })).json()).toHaveLength(
    1,
  )
  const unknown = await portal.call(ANONYMOUS_PERSON, finishSingleSignOn, { params: { issuer: 'nobody' } })
  expect(whereTo(unknown)).toEqual(refusedBy('issuer_unknown'))
})

test.each([
  ['a NUL', 'cat\0'],
  ['256 characters', 'x'.repeat(256)],
])('R2.131 a subject with %s is refused, and creates no account', async (_what, subject) => {
  issuers.firm.knows(subject, { email: 'cat@firm.example', email_verified: true, groups: ['auditors'] })
  const sent = await browser.begin('firm')
  expect(whereTo(await browser.comeBack(await signInAt(sent.address, subject), sent))).toEqual(REFUSED)
  await nobodyGotIn()
})

test.each([
  ['an address', 'admin@staff.example'],
  ['the portal', 'The command line'],
])('R2.88 an issuer gives no one a name like %s', async (_what, name) => {
  const cat = { email: 'cat@firm.example', email_verified: true, groups: ['auditors'] }
  issuers.firm.knows('cat', { ...cat, name })
  await browser.signIn('firm', 'cat')
  const { rows } = await portal.pool.query(`SELECT full_name FROM account WHERE email = 'cat@firm.example'`)
  expect(rows).toEqual([{ full_name: '' }])
})

test('V2.4.1 callbacks without a pending sign-in use up nothing of a network’s limit', async () => {
  const callback = (n: number) =>
    browser.comeBack(new URL(`http://localhost:3000/api/auth/oidc/firm/callback?state=${n}`), { cookie: '' })
  for (let n = 0; n < 1100; n += 1) await callback(n)
  expect(whereTo(await callback(0))).toMatchObject({ sso: 'single_sign_on.over' })
  expect((await browser.begin('firm')).address).toContain('code_challenge')
}, 60_000)

test('V6.3.1 a network with very many callbacks from an issuer must wait, and the next one is consumed', async () => {
  const sent = await browser.begin('firm')
  const back = await signInAt(sent.address, 'ann')
  // As if it had begun a thousand times.
  await portal.pool.query(
    `INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(2, 1000)`,
  )
  expect(whereTo(await browser.comeBack(back, sent))).toEqual({
    ...OVER,
    sso: TOO_MANY_ATTEMPTS.code,
  })
  await nobodyGotIn()
  expect(
    (await portal.call(ANONYMOUS_PERSON, beginSingleSignOn, { params: { issuer: 'firm' } })).statusCode,
  ).toBe(429)
})
