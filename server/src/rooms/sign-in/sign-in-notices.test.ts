import { changePassword } from '@portal/contract/account/account.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { changePerson } from '@portal/contract/people/person-acts.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { mailSignInChange } from '../../records/accounts/notices/enqueue-notices.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { sweepAccounts } from './sweep.ts'

const HOME = '198.51.100.7'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'
let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  portal.clock.set('2026-03-10T15:00:00Z')
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

type From = { address?: string; browser?: string }
async function signIn({ address = HOME, browser = FIREFOX }: From = {}, password = ann.password) {
  const answer = await portal.call(ANONYMOUS_PERSON, login, {
    payload: { username: ann.email, password },
    remoteAddress: address,
    headers: { 'user-agent': browser },
  })
  portal.clock.advance(1000)
  return answer.statusCode
}
const subjectsTo = async (email: string) =>
  (await mailsTo(portal, email)).map(({ subject = '' }) => subject.split(' – ')[0])
const lastMail = async (): Promise<Email> => {
  const mail = (await mailsTo(portal, ann.email)).at(-1)
  if (!mail) throw new Error('No mail came.')
  return mail
}
async function exhaust(tries = 11): Promise<void> {
  for (let time = 0; time < tries; time += 1) await signIn({}, 'not the password')
}
const tell = async (context: Parameters<typeof mailSignInChange>[1]) =>
  portal.world.database.kysely
    .transaction()
    .execute((transaction) =>
      mailSignInChange(transaction, context, { email: ann.email, change: 'passkey-removed' }),
    )
/** Nothing in the e-mail signs anyone in, or reports that it was read. */
function expectHarmless(mail: Email): void {
  const { url } = linkOf(mail)
  expect([...url.searchParams]).toEqual([])
  expect(mail.html).not.toMatch(/<img|src=|token/)
}

describe('a sign-in with a new device', () => {
  test('R2.120 V6.3.5 sends an e-mail: time, place, device, and what to do', async () => {
    expect(await signIn()).toBe(200)
    expect(await subjectsTo(ann.email)).toEqual(['A new sign-in to your account'])
    const mail = await lastMail()
    expect(mail.text).toContain(`March 10, 2026 at 10:00 AM CDT, from the network address ${HOME}`)
    expect(mail.text).toContain('with Firefox on Windows.')
    expect(mail.text).toContain('If it was not, set a new password now and tell the helpdesk')
    expectHarmless(mail)
  })

  test('R2.120 sends it once: the same browser and network send none for half a year', async () => {
    await signIn()
    portal.clock.advance(8 * DAY_MS)
    await sweepAccounts(portal.world)
    await signIn()
    expect(await subjectsTo(ann.email)).toHaveLength(1)
    portal.clock.advance(181 * DAY_MS)
    await sweepAccounts(portal.world)
    await signIn()
    expect(await subjectsTo(ann.email)).toHaveLength(2)
  })

  test('R2.120 is also one with another browser at that network, or with that browser at another network', async () => {
    await signIn()
    await signIn({ browser: CHROME })
    await signIn({ address: '203.0.113.5' })
    const mails = await mailsTo(portal, ann.email)
    expect(mails.map(({ text = '' }) => /(\S+), someone.* with (.*)\. This/.exec(text)?.slice(1))).toEqual([
      [HOME, 'Firefox on Windows'],
      [HOME, 'Chrome on Linux'],
      ['203.0.113.5', 'Firefox on Windows'],
    ])
  })

  test('R2.120 is not the very first sign-in, nor a refused one', async () => {
    const bob = await portal.addPerson({ email: uniqueAddress('bob') })
    expect(await subjectsTo(bob.email)).toEqual([])
    expect(await signIn({}, 'not the password')).toBe(401)
    expect(await subjectsTo(ann.email)).toEqual([])
  })

  test('is not one from a network that was known before browsers were recorded', async () => {
    await portal.pool.query(`INSERT INTO known_device SELECT id, $1, '', $2 FROM account WHERE email = $3`, [
      HOME,
      portal.clock.now(),
      ann.email,
    ])
    await signIn()
    expect(await subjectsTo(ann.email)).toEqual([])
  })
})

describe('a throttled account', () => {
  test('R2.121 V6.3.5 G01 sends its owner an e-mail, once a day however long it lasts', async () => {
    await exhaust(10)
    expect(await subjectsTo(ann.email)).toEqual([])
    await exhaust(3)
    expect(await subjectsTo(ann.email)).toEqual(['Too many wrong passwords for your account'])
    const mail = await lastMail()
    expect(mail.text).toContain(`CDT, from the network address ${HOME}`)
    expect(mail.text).not.toContain('not the password')
    expectHarmless(mail)
    portal.clock.advance(HOUR_MS)
    await exhaust()
    expect(await subjectsTo(ann.email)).toHaveLength(1)
    portal.clock.advance(DAY_MS)
    await exhaust()
    expect(await subjectsTo(ann.email)).toHaveLength(2)
  })

  test('also counts wrong passwords of a signed-in person', async () => {
    const payload = { currentPassword: 'not it', newPassword: 'copper ledger 1926' }
    for (let time = 0; time < 11; time += 1) await portal.call(ann, changePassword, { payload })
    expect(await subjectsTo(ann.email)).toEqual(['Too many wrong passwords for your account'])
  })

  test('R2.121 sends no e-mail to an unknown address or a disabled account', async () => {
    const nobody = uniqueAddress('nobody')
    const off = await portal.addPerson({ email: uniqueAddress('off') })
    await changeAccount({ ...portal.world, actor: COMMAND_LINE }, off.email, { isDisabled: true })
    for (const username of [nobody, off.email]) {
      for (let time = 0; time < 11; time += 1) {
        await portal.call(ANONYMOUS_PERSON, login, {
          payload: { username, password: 'not it' },
          remoteAddress: HOME,
        })
      }
      expect(await subjectsTo(username)).toEqual([])
    }
    const queued = await portal.pool.query('SELECT FROM mail_outbox WHERE recipient IN ($1, $2)', [
      nobody,
      off.email,
    ])
    expect(queued.rowCount).toBe(0)
  })

  test('R2.121 sends no e-mails to all accounts that one network tries', async () => {
    await signIn({}, 'not the password')
    await portal.pool.query(
      `INSERT INTO throttled_attempt (bucket, at, until)
       SELECT bucket, at, until FROM throttled_attempt, generate_series(1, 99)
       WHERE bucket LIKE 'sign-in from network:%'`,
    )
    expect(await signIn({}, 'not the password')).toBe(429)
    expect(await subjectsTo(ann.email)).toEqual([])
  })
})

describe('a change of role or counties', () => {
  test('R8.6 sends an e-mail, from a screen or the command line; an unchanged value does not', async () => {
    const context = { ...portal.world, actor: COMMAND_LINE }
    await changeAccount(context, ann.email, { role: 'user' })
    await changeAccount(context, ann.email, { isDisabled: false })
    expect(await subjectsTo(ann.email)).toEqual([])
    await changeAccount(context, ann.email, { role: 'staff' })
    const mail = await lastMail()
    expect(mail.text).toContain('an administrator changed your access')
    expect(mail.text).toContain('You were')
    portal.clock.advance(1000)
    const boss = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
    await portal.call(boss, changePerson, {
      params: { userId: ann.accountId },
      payload: { role: 'user', countyIds: [] },
    })
    expect((await lastMail()).text).toContain('boss@staff.example changed your access')
    expect(await subjectsTo(ann.email)).toEqual(['Your access has changed', 'Your access has changed'])
  })
})

describe('a change of how a person signs in', () => {
  const caller = { address: '203.0.113.5', isOfProxy: false, requestId: 'x' }
  const by = (email: string) =>
    ({ ...portal.world, actor: { kind: 'proven', caller, account: { accountId: 1, email } } }) as const

  test('R2.122 by its person gives the place', async () => {
    await tell(by(ann.email))
    const mail = await lastMail()
    expect(mail.subject).toContain('Your sign-in settings changed')
    expect(mail.text).toContain(
      'CDT, from the network address 203.0.113.5, a passkey was removed from your account at',
    )
    expectHarmless(mail)
  })

  test('R2.122 by an administrator names them, without their place', async () => {
    await tell(by('boss@staff.example'))
    const { text } = await lastMail()
    expect(text).toMatch(/a passkey was removed from your account at .* by boss@staff\.example\./)
    expect(text).not.toContain('203.0.113.5')
  })
})
