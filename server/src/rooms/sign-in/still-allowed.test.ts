import { CONFIRMED, NOT_AUTHORIZED_DOMAIN, RESET_INVALID } from '@portal/contract/sign-in/registration.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeCounty } from '../../records/counties/counties.usecases.ts'
import { anonymousContext } from '../../testing/person-context.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { newestLink } from '../../testing/visitors.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { DAY_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { confirmByLink } from './confirm.usecases.ts'
import { failure } from '../../engines/http/errors.ts'

const PASSWORD = 'copper ledger 1926'
const DOMAIN = 'county.example'
let portal: TestPortal
let countyId: number
let count = 0
let email = ''
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  countyId = (await portal.addCounty('Reeves')).CountyID
})
beforeEach(async () => {
  count += 1
  email = `clerk-${count}@${DOMAIN}`
  await allow([DOMAIN])
})
afterAll(() => portal.close())

/** Sets the domains of the county. */
async function allow(emailDomains: string[]): Promise<void> {
  const nothing = { emailDomains: [], emailAddresses: [], removeEmailDomains: [], removeEmailAddresses: [] }
  const context = { ...portal.world, actor: COMMAND_LINE }
  const { rows } = await portal.pool.query<{ domain: string }>('SELECT domain FROM county_email_domain')
  const removeEmailDomains = rows.map(({ domain }) => domain)
  await changeCounty(context, 'Reeves', { ...nothing, removeEmailDomains, emailDomains })
}

const post = (path: string, payload: object) =>
  portal.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
async function linkBy(path: string, subject: string) {
  await post(path, { email, password: PASSWORD, countyId })
  return newestLink(portal, email, subject)
}
const confirmLink = () => linkBy('register', 'Please confirm')
const resetLink = () => linkBy('reset-password', 'Set a new password')
const reset = (link: object) =>
  post('confirm-reset-password', { ...link, newPassword: PASSWORD, confirmPassword: PASSWORD })
async function hasAccount(): Promise<boolean> {
  return (await portal.pool.query('SELECT FROM account WHERE email = $1', [email])).rowCount === 1
}

test('R2.59 a domain that the county removed from its list confirms no one, until it is back', async () => {
  const link = await confirmLink()
  await allow(['other.example'])
  const refused = await post('confirm-account', link)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual(failure(NOT_AUTHORIZED_DOMAIN).toFailure())
  expect(await hasAccount()).toBe(false)
  await allow([DOMAIN])
  expect((await post('confirm-account', link)).json()).toMatchObject({ message: CONFIRMED })
  await allow(['other.example'])
  expect((await post('confirm-account', link)).statusCode).toBe(200)
})

test('R2.59 a domain that the county removed from its list gets no account by a reset either', async () => {
  await confirmLink()
  const link = await resetLink()
  await allow(['other.example'])
  const refused = await reset(link)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual(failure(NOT_AUTHORIZED_DOMAIN).toFailure())
  expect(await hasAccount()).toBe(false)
  await allow([DOMAIN])
  expect((await reset(link)).statusCode).toBe(200)
})

test('an existing account keeps its reset, whatever the county allows now', async () => {
  await post('confirm-account', await confirmLink())
  await allow(['other.example'])
  expect((await reset(await resetLink())).statusCode).toBe(200)
})

test('R2.59 a confirmation waits for a change of the county in progress, and follows it', async () => {
  const link = await confirmLink()
  const command = await portal.pool.connect()
  try {
    await command.query('BEGIN')
    await command.query('SELECT FROM county WHERE id = $1 FOR UPDATE', [countyId])
    await command.query('DELETE FROM county_email_domain WHERE county_id = $1', [countyId])
    const confirming = post('confirm-account', link)
    await waitForBlocked(portal)
    await command.query('COMMIT')
    expect((await confirming).statusCode).toBe(403)
  } finally {
    command.release()
  }
  expect(await hasAccount()).toBe(false)
})

test('R2.59 twice as many simultaneous confirmations and resets as connections all finish', async () => {
  const atOnce = Array.from({ length: 2 * (portal.pool.options.max ?? 0) }, (_, n) => n)
  expect(atOnce.length).toBeGreaterThan(0)
  const ways: [string, object][] = []
  for (const n of atOnce) {
    email = `many-${count}-${n}@${DOMAIN}`
    const confirming = await confirmLink()
    const passwords = { newPassword: PASSWORD, confirmPassword: PASSWORD }
    ways.push(
      n % 2 === 0
        ? ['confirm-account', confirming]
        : ['confirm-reset-password', { ...(await resetLink()), ...passwords }],
    )
  }
  const answers = await Promise.all(ways.map(([path, payload]) => post(path, payload)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(atOnce.map(() => 200))
})

test('R2.59 staff whose domain is no longer the firm’s are not confirmed', async () => {
  email = `hand-${count}@staff.example`
  const link = { ...(await confirmLink()), browserHash: Buffer.alloc(32) }
  const settings = { ...portal.world.settings, staffEmailDomain: 'firm.example' }
  const confirming = confirmByLink(anonymousContext({ ...portal.world, settings }), link)
  await expect(confirming).rejects.toMatchObject({ status: 403, message: NOT_AUTHORIZED_DOMAIN.sentence })
  expect(await hasAccount()).toBe(false)
})

test('R2.60 a registration expires after its day for an earlier reset request, too', async () => {
  await confirmLink()
  portal.clock.advance(DAY_MS - MINUTE_MS)
  const link = await resetLink()
  portal.clock.advance(MINUTE_MS)
  expect((await reset(link)).json()).toEqual(failure(RESET_INVALID).toFailure())
  expect(await hasAccount()).toBe(false)
})
