import { confirmReset, register, requestReset } from '@portal/contract/sign-in/registration.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { listRefusedMails, retryRefusedMail } from '@portal/contract/operations/jobs.ts'
import { changePerson, disablePerson, sendPasswordLink } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../engines/throttle/throttle.ts'
import { linkOf, mailsTo } from '../../../testing/mailbox.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'

const PASSWORD = 'quiet meadows at dawn'

let portal: TestPortal
let admin: TestPerson
let clerk: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt; DELETE FROM mail_outbox; DELETE FROM job')
  admin = await portal.addPerson({ email: uniqueAddress('admin', 'staff.example'), role: 'administrator' })
  clerk = await portal.addPerson({ email: uniqueAddress('clerk', 'staff.example') })
  portal.clock.advance(1000)
})
afterAll(() => portal.close())

/** Marks queued e-mails as permanently refused, as a failed delivery does. */
async function refuseWhatWaits(): Promise<number> {
  const { rows } = await portal.pool.query<{ id: number }>(
    `UPDATE mail_outbox SET refused_at = $1, refusal = '550 5.1.1 unknown'
     WHERE sent_at IS NULL AND refused_at IS NULL RETURNING id`,
    [portal.clock.now()],
  )
  expect(rows).toHaveLength(1)
  portal.clock.advance(1000)
  return rows[0]?.id ?? 0
}

const ask = (email: string) => portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email } })
const sendLink = ({ accountId }: TestPerson) =>
  portal.call(admin, sendPasswordLink, { params: { userId: accountId } })

async function setByNewestLink(email: string): Promise<void> {
  const link = linkOf((await mailsTo(portal, email)).at(-1) ?? {})
  const payload = { email, token: link.token, newPassword: PASSWORD, confirmPassword: PASSWORD }
  expect((await portal.call(ANONYMOUS_PERSON, confirmReset, { payload })).statusCode).toBe(200)
  portal.clock.advance(1000)
}

async function sendAgain(mailId: number): Promise<unknown> {
  const answer = await portal.call(admin, retryRefusedMail, { params: { mailId } })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json()
}

async function linksTo(email: string): Promise<number> {
  const mails = await mailsTo(portal, email)
  return mails.filter(({ text }) => text?.includes('token=')).length
}

async function expectDropped(mailId: number, mail: { kind: string; recipient: string }): Promise<void> {
  const before = await linksTo(mail.recipient)
  expect(await sendAgain(mailId)).toEqual({ retried: [], outOfDate: [{ kind: mail.kind, count: 1 }] })
  expect(await linksTo(mail.recipient)).toBe(before)
  const { mails } = (await portal.call(admin, listRefusedMails)).json<ResultOf<typeof listRefusedMails>>()
  expect(mails).toEqual([])
  expect((await portal.pool.query('SELECT FROM mail_outbox WHERE id = $1', [mailId])).rows).toEqual([])
  const { rows } = await portal.pool.query(
    `SELECT action, actor_name, after FROM audit_record WHERE action LIKE 'mail.%' AND after ->> 'recipient' = $1`,
    [mail.recipient],
  )
  expect(rows).toEqual([{ action: 'mail.dropped', actor_name: admin.email, after: mail }])
}

test.each([
  ['reset', () => ask(clerk.email)],
  ['password-link', () => sendLink(clerk)],
])('a refused %s is not sent again after the password was set', async (kind, send) => {
  expect((await send()).statusCode).toBe(200)
  const mailId = await refuseWhatWaits()
  await ask(clerk.email)
  await setByNewestLink(clerk.email)
  await expectDropped(mailId, { kind, recipient: clerk.email })
})

test.each([
  ['reset', () => ask(clerk.email)],
  ['password-link', () => sendLink(clerk)],
])('R8.43 a refused %s is not sent again after a newer link, which stays valid', async (kind, send) => {
  expect((await send()).statusCode).toBe(200)
  const mailId = await refuseWhatWaits()
  await ask(clerk.email)
  await mailsTo(portal, clerk.email)
  await expectDropped(mailId, { kind, recipient: clerk.email })
  await setByNewestLink(clerk.email)
})

test('a refused link to a person disabled meanwhile is not sent again', async () => {
  await sendLink(clerk)
  const mailId = await refuseWhatWaits()
  const params = { userId: clerk.accountId }
  expect((await portal.call(admin, disablePerson, { params })).statusCode).toBe(200)
  await expectDropped(mailId, { kind: 'password-link', recipient: clerk.email })
})

test('a refused link of a registration is not sent again after the registration expired', async () => {
  const email = uniqueAddress('new', 'staff.example')
  expect(
    (await portal.call(ANONYMOUS_PERSON, register, { payload: { email, password: PASSWORD } })).statusCode,
  ).toBe(200)
  const mailId = await refuseWhatWaits()
  portal.clock.advance(24 * HOUR_MS)
  admin = await portal.addPerson({ email: 'next-day@staff.example', role: 'administrator' })
  await expectDropped(mailId, { kind: 'registration', recipient: email })
})

test('R8.43 a refused link without a newer one is sent again, and works', async () => {
  await sendLink(clerk)
  expect(await sendAgain(await refuseWhatWaits())).toEqual({
    retried: [{ kind: 'password-link', count: 1 }],
  })
  await setByNewestLink(clerk.email)
})

test('R8.43 a refused invitation that is sent again has the current role and counties', async () => {
  const counties = [await portal.addCounty('Alder'), await portal.addCounty('Birch')]
  const [alder = 0, birch = 0] = counties.map(({ CountyID }) => CountyID)
  const email = 'new@alder.example'
  const payload = { lines: [email], role: 'user', countyIds: [alder] }
  await portal.call(admin, invitePeople, { payload })
  const mailId = await refuseWhatWaits()
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM account WHERE email = $1', [email])
  const change = { role: 'reader', countyIds: [birch] }
  const params = { userId: rows[0]?.id ?? 0 }
  expect((await portal.call(admin, changePerson, { params, payload: change })).statusCode).toBe(200)
  expect(await sendAgain(mailId)).toEqual({ retried: [{ kind: 'invitation', count: 1 }] })
  const mails = await mailsTo(portal, email)
  const invitation = mails.find(({ subject }) => subject?.includes('invited'))
  expect(invitation?.text).toContain('as Reader, for Birch.')
  expect(invitation?.text).not.toContain('Alder')
})

test('a refused invitation is not sent again after its person chose a password', async () => {
  const email = uniqueAddress('new', 'staff.example')
  const payload = { lines: [email], role: 'administrator', countyIds: [] }
  expect((await portal.call(admin, invitePeople, { payload })).statusCode).toBe(200)
  const mailId = await refuseWhatWaits()
  await sendLink({ ...clerk, accountId: clerk.accountId + 1 })
  await setByNewestLink(email)
  await expectDropped(mailId, { kind: 'invitation', recipient: email })
})
