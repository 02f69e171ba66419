import { confirmReset } from '@portal/contract/sign-in/registration.ts'
import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { DISABLED_PERSON } from '@portal/contract/people/people-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../engines/throttle/throttle.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { runCommand } from '../../../testing/run-command.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'
import { accountCommands } from '../accounts.commands.ts'

const NEW_PASSWORD = 'copper ledger 1926'
let portal: TestPortal
let admin: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  admin = await portal.addPerson({ email: uniqueAddress('admin', 'staff.example'), role: 'administrator' })
})
afterAll(() => portal.close())

const run = (...words: string[]) =>
  runCommand(portal.world, accountCommands, { words: ['user', ...words], input: '' })

async function linkFor(email: string): Promise<{ link: string; printed: readonly string[] }> {
  const { json, printed } = await run('link', '--email', email)
  return { link: (json as { link: string }).link, printed }
}

async function setBy(link: string): Promise<number> {
  const { searchParams } = new URL(link)
  const payload = {
    email: searchParams.get('email'),
    token: searchParams.get('token'),
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  }
  return (await portal.call(ANONYMOUS_PERSON, confirmReset, { payload })).statusCode
}

test('R1.64 V6.4.6 user link prints a link that sets the password of an existing person, once', async () => {
  const { link, printed } = await linkFor(` ${admin.email.toUpperCase()}`)
  expect(printed).toEqual([`Set the password of ${admin.email} within one hour: ${link}`])
  expect((await portal.call(admin, getSession)).statusCode).toBe(200)
  expect(await setBy(link)).toBe(200)
  expect((await portal.call(admin, getSession)).statusCode).toBe(401)
  await expect(portal.signIn(admin.email, NEW_PASSWORD)).resolves.toContain('=')
  expect(await setBy(link)).toBe(400)
})

test('R1.64 V6.5.5 a link by user link lives one hour, and the next one ends it', async () => {
  const first = await linkFor(admin.email)
  portal.clock.advance(1000)
  const second = await linkFor(admin.email)
  expect(await setBy(first.link)).toBe(400)
  portal.clock.advance(HOUR_MS)
  expect(await setBy(second.link)).toBe(400)
  await expect(portal.signIn(admin.email, admin.password)).resolves.toContain('=')
})

test('R1.64 user link of an invited person sets the first password, within 72 hours', async () => {
  await run('add', '--email', 'ann@staff.example')
  const { link, printed } = await linkFor('ann@staff.example')
  expect(printed).toEqual([`Set the password of ann@staff.example within 72 hours: ${link}`])
  portal.clock.advance(71 * HOUR_MS)
  expect(await setBy(link)).toBe(200)
  await expect(portal.signIn('ann@staff.example', NEW_PASSWORD)).resolves.toContain('=')
})

test('R1.64 user link is recorded as made by a command, without the link', async () => {
  const { link } = await linkFor(admin.email)
  const { rows } = await portal.pool.query(
    `SELECT who, what, came_from, after FROM ${AUDIT_AS_TOLD} ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([
    {
      who: 'command line',
      what: 'password link created',
      came_from: 'command line',
      after: { email: admin.email, countyIDs: [] },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain(new URL(link).searchParams.get('token'))
})

test('R1.64 user link refuses a disabled or unknown person in one sentence', async () => {
  await run('set', '--email', admin.email, '--disable')
  await expect(linkFor(admin.email)).rejects.toThrow(DISABLED_PERSON.sentence)
  await expect(linkFor('nobody@staff.example')).rejects.toThrow(
    'There is no account for nobody@staff.example.',
  )
  await expect(linkFor('a@b@c')).rejects.toThrow('This is not a valid e-mail address.')
  const tokens = await portal.pool.query('SELECT FROM token WHERE account_id = $1', [admin.accountId])
  expect(tokens.rowCount).toBe(0)
  const { rowCount } = await portal.pool.query(
    `SELECT FROM audit_record WHERE action = 'account.link_made' AND subject_id = $1`,
    [admin.accountId],
  )
  expect(rowCount).toBe(0)
})
