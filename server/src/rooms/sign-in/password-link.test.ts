import { confirmReset, lookAtPasswordLink, requestReset } from '@portal/contract/sign-in/registration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { addAccountWithLink, changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { DAY_MS, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { sweepAccounts } from './sweep.ts'

const PASSWORD = 'a new and quiet password'
const UNKNOWN = { state: 'unknown', isFirst: false, counties: [] }
type Link = { email: string; token: string }

let portal: TestPortal
let count = 0
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
})
afterAll(() => portal.close())

const lookAt = async (link: Link) =>
  (await portal.call(ANONYMOUS_PERSON, lookAtPasswordLink, { payload: link })).json<unknown>()
const set = ({ email, token }: Link) =>
  portal.call(ANONYMOUS_PERSON, confirmReset, {
    payload: { email, token, newPassword: PASSWORD, confirmPassword: PASSWORD },
  })

async function invite(): Promise<Link & { countyName: string }> {
  count += 1
  const email = `invited-${count}@reeves.example`
  const county = await portal.addCounty(`Hudspeth ${count}`)
  const { link } = await addAccountWithLink(
    { ...portal.world, actor: COMMAND_LINE },
    { email, role: 'user', countyIds: [county.CountyID] },
  )
  const token = new URL(link).searchParams.get('token') ?? ''
  return { email, token, countyName: `Hudspeth ${count}` }
}

async function askForReset(email: string): Promise<Link> {
  portal.clock.advance(1000)
  await portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email } })
  const mails = await mailsTo(portal, email)
  const links = mails.filter(({ subject }) => subject?.startsWith('Set a new')).map((mail) => linkOf(mail))
  const states = await Promise.all(links.map(async (link) => ({ link, found: await lookAt(link) })))
  const good = states.find(({ found }) => (found as { state: string }).state === 'good')
  if (!good) throw new Error('No good link came.')
  return good.link
}

test('R7.49 the link of an invitation is valid and names the counties; once used it is expired, and sets nothing', async () => {
  const { countyName, ...link } = await invite()
  expect(await lookAt(link)).toEqual({ state: 'good', isFirst: true, counties: [countyName] })
  expect(await lookAt(link)).toMatchObject({ state: 'good' })
  expect((await set(link)).statusCode).toBe(200)
  expect(await lookAt(link)).toEqual({ state: 'over', isFirst: false, counties: [] })
  expect((await set(link)).statusCode).toBe(400)
})

test('R7.49 a link that expired, or that a newer one replaced, is reported as expired, also after the nightly sweep', async () => {
  const { countyName: _county, ...first } = await invite()
  expect((await set(first)).statusCode).toBe(200)
  const older = await askForReset(first.email)
  const newer = await askForReset(first.email)
  expect(await lookAt(older)).toMatchObject({ state: 'over', isFirst: false })
  expect((await set(older)).statusCode).toBe(400)
  portal.clock.advance(HOUR_MS)
  expect(await lookAt(newer)).toMatchObject({ state: 'over' })
  await sweepAccounts(portal.world)
  expect(await lookAt(newer)).toMatchObject({ state: 'over' })
  expect((await set(newer)).statusCode).toBe(400)
  portal.clock.advance(30 * DAY_MS)
  await sweepAccounts(portal.world)
  expect(await lookAt(newer)).toEqual(UNKNOWN)
})

test('R7.49 V6.6.2 an invented token, another address and a disabled person reveal nothing', async () => {
  const { countyName: _county, ...link } = await invite()
  expect(await lookAt({ ...link, token: 'made-up' })).toEqual(UNKNOWN)
  expect(await lookAt({ ...link, email: 'other@reeves.example' })).toEqual(UNKNOWN)
  expect(await lookAt({ ...link, email: 'no address' })).toEqual(UNKNOWN)
  await changeAccount({ ...portal.world, actor: COMMAND_LINE }, link.email, { isDisabled: true })
  expect(await lookAt(link)).toEqual(UNKNOWN)
})

test('R7.49 R8.21 a network looks up 60 unknown links an hour, and valid ones after that', async () => {
  const limited = await testPortal()
  const email = 'invited@reeves.example'
  const { link } = await addAccountWithLink(
    { ...limited.world, actor: COMMAND_LINE },
    { email, role: 'user', countyIds: [] },
  )
  const good = { email, token: new URL(link).searchParams.get('token') ?? '' }
  const look = (payload: Link = { email: 'a@b.example', token: 'made-up' }) =>
    limited.call(ANONYMOUS_PERSON, lookAtPasswordLink, { payload })
  for (let at = 0; at < 60; at += 1) {
    // One after another: the last one must be the first beyond the limit.
    // oxlint-disable-next-line no-await-in-loop
    expect((await look()).statusCode).toBe(200)
  }
  expect((await look()).statusCode).toBe(429)
  expect((await look({ ...good, token: 'made-up' })).statusCode).toBe(429)
  expect((await look({ email: 'no address', token: good.token })).statusCode).toBe(429)
  expect((await look(good)).json()).toMatchObject({ state: 'good' })
  expect((await look()).statusCode).toBe(429)
  await limited.close()
})

test('R8.21 a valid link sets a password after 60 wrong ones of the same network', async () => {
  const limited = await testPortal()
  const email = 'invited@reeves.example'
  const { link } = await addAccountWithLink(
    { ...limited.world, actor: COMMAND_LINE },
    { email, role: 'user', countyIds: [] },
  )
  const payload = { email, token: 'made-up', newPassword: PASSWORD, confirmPassword: PASSWORD }
  const use = (token: string) =>
    limited.call(ANONYMOUS_PERSON, confirmReset, { payload: { ...payload, token } })
  for (let at = 0; at < 60; at += 1) {
    // One after another: the last one must be the first beyond the limit.
    // oxlint-disable-next-line no-await-in-loop
    expect((await use('made-up')).statusCode).toBe(400)
  }
  expect((await use('made-up')).statusCode).toBe(429)
  expect((await use(new URL(link).searchParams.get('token') ?? '')).statusCode).toBe(200)
  await limited.close()
})

test('R8.22 a reset that an invited person requests leads to their first password', async () => {
  const { email, countyName } = await invite()
  const link = await askForReset(email)
  expect(await lookAt(link)).toEqual({ state: 'good', isFirst: true, counties: [countyName] })
  expect((await set(link)).statusCode).toBe(200)
  expect(await lookAt(await askForReset(email))).toMatchObject({ state: 'good', isFirst: false })
})
