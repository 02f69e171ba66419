import { getSession, logout, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { listIssuers, listIdentities, type Identity } from '@portal/contract/sign-in/single-sign-on.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../engines/throttle/throttle.ts'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { codeNow, giveCode, setUpSecondFactor } from '../../../testing/second-factor.ts'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { atSignIn, issuerCalls, WELCOME, whereTo, type IssuerCalls } from '../../../testing/issuer-calls.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const issuers = await issuersInTests()

let portal: TestPortal
let browser: IssuerCalls
afterEach(() => portal.close())
let reeves: number
let ward: number
const open = async (changed: object = {}) => {
  portal = await testPortal({ issuers: { ...issuers, changed } })
  browser = issuerCalls(portal)
  reeves = (await portal.addCounty('Reeves', '389')).CountyID
  ward = (await portal.addCounty('Ward', '475')).CountyID
}
beforeEach(() => open())

type Answer = Awaited<ReturnType<typeof browser.signIn>>['answer']
const sessionOf = async (answer: Answer) => {
  const told = await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie: cookieOf(answer) } })
  return told.statusCode === 200 ? told.json<Session>() : null
}
const rowsOf = async (text: string) => (await portal.pool.query<Record<string, unknown>>(text)).rows

test('R2.130 the sign-in offers the issuers of the settings', async () => {
  expect((await portal.call(ANONYMOUS_PERSON, listIssuers)).json()).toEqual([
    { id: 'firm', name: 'Account of the firm' },
    { id: 'county', name: 'Account of the county' },
  ])
})

test('R2.132 a first sign-in makes the account that the rules grant, records it and e-mails its person', async () => {
  issuers.firm.knows('s-1', {
    email: 'Ann@firm.example',
    email_verified: true,
    name: 'Ann Reeves',
    groups: ['appraisers'],
  })
  const { answer } = await browser.signIn('firm', 's-1')
  expect(whereTo(answer)).toEqual(WELCOME)
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await sessionOf(answer)).toMatchObject({
    username: 'ann@firm.example',
    isAdmin: false,
    counties: [{ CountyID: reeves }, { CountyID: ward }],
    rights: ['documents.add', 'documents.edit'],
  })
  expect(
    await rowsOf(`SELECT action, actor_name, after->>'issuer' AS issuer, after->>'by' AS by FROM audit_record
    WHERE subject_kind = 'account' ORDER BY id`),
  ).toEqual([
    {
      action: 'account.added',
      actor_name: 'single sign-on with Account of the firm',
      issuer: null,
      by: null,
    },
    { action: 'sign_in.joined', actor_name: 'ann@firm.example', issuer: 'Account of the firm', by: null },
    {
      action: 'session.started',
      actor_name: 'ann@firm.example',
      issuer: 'Account of the firm',
      by: 'single sign-on',
    },
  ])
  const [mail, ...more] = await mailsTo(portal, 'ann@firm.example')
  expect(mail?.text).toContain('an account was made for you by your first single sign-on')
  // “Forgot password?” gives them no password.
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain('If it is not, tell the helpdesk immediately.')
  expect(mail?.text).not.toContain('password')
  expect(more).toEqual([])
  expect(await rowsOf('SELECT FROM credential')).toEqual([])
})

test('R2.131 facts in the ID token count like facts in the user info', async () => {
  issuers.county.knows('c-1', { email: 'bob@county.example', email_verified: true })
  const { answer } = await browser.signIn('county', 'c-1')
  expect(await sessionOf(answer)).toMatchObject({
    username: 'bob@county.example',
    counties: [{ CountyID: reeves }],
  })
})

test.each([
  ['Ann\u2003\u2003Bell', 'Ann Bell'],
  ['x'.repeat(120), 'x'.repeat(100)],
  ['Ad\u200bmin', ''],
])('a name from an issuer is normalized like a typed one: %j is %j', async (said, name) => {
  issuers.county.knows('c-9', { email: 'cy@county.example', email_verified: true, name: said })
  await browser.signIn('county', 'c-9')
  expect(await rowsOf('SELECT full_name AS name FROM account')).toEqual([{ name }])
})

test('R2.131 a returning person is identified by issuer and subject, whatever their address is now', async () => {
  issuers.firm.knows('s-2', { email: 'eve@firm.example', email_verified: true, groups: ['auditors'] })
  await browser.signIn('firm', 's-2')
  issuers.firm.knows('s-2', { email: 'married@other.example', email_verified: false, groups: ['auditors'] })
  const { answer } = await browser.signIn('firm', 's-2')
  expect(await sessionOf(answer)).toMatchObject({ username: 'eve@firm.example', rights: [] })
  expect(await rowsOf('SELECT email FROM account')).toHaveLength(1)
})

test('R2.134 the rules add and remove their own grants at each sign-in, and nothing that was set by hand', async () => {
  const person = { email: 'kim@firm.example', email_verified: true }
  issuers.firm.knows('s-3', { ...person, groups: ['auditors'] })
  await browser.signIn('firm', 's-3')
  const other = (await portal.addCounty('Winkler')).CountyID
  await portal.pool.query('INSERT INTO membership (account_id, county_id) SELECT id, $1 FROM account', [
    other,
  ])
  issuers.firm.knows('s-3', { ...person, groups: ['appraisers'] })
  const { answer } = await browser.signIn('firm', 's-3')
  const session = await sessionOf(answer)
  expect(session?.counties.map(({ CountyID }) => CountyID)).toEqual([reeves, ward, other])
  expect(session?.rights).toContain('documents.edit')
  const mails = await mailsTo(portal, person.email)
  expect(mails.map(({ text }) => text).join()).toContain(
    'single sign-on with Account of the firm changed your access',
  )
})

test('R2.134 V8.3.2 if the rules grant nothing anymore, earlier sessions lose the grants, too', async () => {
  const person = { email: 'kim@firm.example', email_verified: true }
  issuers.firm.knows('s-4', { ...person, groups: ['appraisers'] })
  const { answer: before } = await browser.signIn('firm', 's-4')
  expect((await sessionOf(before))?.counties).toHaveLength(2)
  issuers.firm.knows('s-4', { ...person, groups: [] })
  const elsewhere = issuerCalls(portal)
  const { answer } = await elsewhere.signIn('firm', 's-4')
  expect(whereTo(answer)).toEqual(atSignIn('single_sign_on.no_access'))
  expect(await sessionOf(before)).toMatchObject({ counties: [], rights: ['documents.add'] })
  issuers.firm.knows('s-4', { ...person, groups: ['appraisers'] })
  const again = await sessionOf((await elsewhere.signIn('firm', 's-4')).answer)
  expect(again?.counties).toHaveLength(2)
  expect(again?.rights).toContain('documents.edit')
})

test('R2.134 a closed county stays granted', async () => {
  issuers.firm.knows('s-5', { email: 'kim@firm.example', email_verified: true, groups: ['appraisers'] })
  await browser.signIn('firm', 's-5')
  await portal.pool.query('UPDATE county SET closed_at = now() WHERE id = $1', [ward])
  const session = await sessionOf((await browser.signIn('firm', 's-5')).answer)
  expect(session?.counties.map(({ CountyID }) => CountyID)).toEqual([reeves, ward])
})

test('R2.135 V6.3.3 after an issuer the code of the second factor comes next, unless the issuer counts as one', async () => {
  issuers.county.knows('c-2', { email: 'joe@county.example', email_verified: true })
  const first = await browser.signIn('county', 'c-2')
  const [row] = await rowsOf('SELECT id FROM account')
  const joe = {
    accountId: Number(row?.['id']),
    email: 'joe@county.example',
    password: '',
    cookie: cookieOf(first.answer),
  }
  const factor = await setUpSecondFactor(portal, joe)
  portal.clock.advance(HOUR_MS)
  const { answer } = await browser.signIn('county', 'c-2')
  expect(whereTo(answer)).toEqual(atSignIn('code'))
  expect(await sessionOf(answer)).toBeNull()
  const half = cookieOf(answer)
  expect(half).toMatch(/^portal_half_session=/)
  expect((await giveCode(portal, { cookie: half, code: '000000' })).statusCode).toBe(403)
  const done = await giveCode(portal, { cookie: half, code: codeNow(portal, factor) })
  expect(done.statusCode).toBe(200)
  expect(
    (await portal.call(ANONYMOUS_PERSON, logout, { headers: { cookie: cookieOf(done) } })).json(),
  ).toHaveProperty('continueAt')
})

test('R2.135 an issuer that counts as a second factor replaces the code', async () => {
  await portal.close()
  await open({ countsAsSecondFactor: true })
  issuers.county.knows('c-3', { email: 'lea@county.example', email_verified: true })
  const first = await browser.signIn('county', 'c-3')
  const lea = { accountId: 0, email: 'lea@county.example', password: '', cookie: cookieOf(first.answer) }
  await setUpSecondFactor(portal, lea)
  expect(whereTo((await browser.signIn('county', 'c-3')).answer)).toEqual(WELCOME)
})

test('R2.136 signing out ends the session here, and sends the browser to end it at the issuer', async () => {
  issuers.county.knows('c-4', { email: 'amy@county.example', email_verified: true })
  const { answer } = await browser.signIn('county', 'c-4')
  const headers = { cookie: cookieOf(answer) }
  const out = (await portal.call(ANONYMOUS_PERSON, logout, { headers })).json<{ continueAt: string }>()
  const url = new URL(out.continueAt)
  expect(url.origin).toBe(issuers.county.address)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/login')
  expect((await fetch(url)).status).toBe(200)
  expect((await portal.call(ANONYMOUS_PERSON, getSession, { headers })).statusCode).toBe(401)
  expect((await portal.call(ANONYMOUS_PERSON, logout, { headers })).json()).toEqual({ success: true })
})

test('R2.137 if an issuer does not respond, only its sign-in fails with a sentence: the portal works, and is ready', async () => {
  issuers.firm.goAway()
  try {
    const begun = await portal.app.inject({ method: 'POST', url: '/api/auth/oidc/firm/begin' })
    expect([begun.statusCode, begun.json()]).toEqual([
      503,
      {
        code: 'single_sign_on.issuer_away',
        error:
          'Account of the firm does not answer right now. Please try again in a minute, or sign in with your password.',
      },
    ])
    expect((await portal.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  } finally {
    issuers.firm.comeBack()
  }
  expect((await browser.begin('firm')).address).toContain(issuers.firm.address)
})

test('V16.2.5 neither the secret of an issuer nor a code or token of it is logged', async () => {
  issuers.county.knows('c-5', { email: 'sam@county.example', email_verified: true })
  const { answer } = await browser.signIn('county', 'c-5')
  const [session] = await rowsOf('SELECT id_token FROM session_identity')
  const log = portal.log.join('\n')
  expect(log).not.toContain('a secret of the portal')
  expect(log).not.toContain(String(session?.['id_token']))
  expect(log).not.toContain('code=')
  const headers = { cookie: cookieOf(answer) }
  const own = (await portal.call(ANONYMOUS_PERSON, listIdentities, { headers })).json<Identity[]>()
  expect(own).toEqual([
    {
      id: expect.any(Number) as number,
      name: 'Account of the county',
      issuer: 'county',
      joined: expect.any(String) as string,
      lastUsed: expect.any(String) as string,
      stays: 'gives access',
    },
  ])
})
