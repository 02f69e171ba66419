import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { PASSWORD_FIRST } from '@portal/contract/sign-in/code-errors.ts'
import { PROOF_REQUIRED } from '@portal/contract/common-errors.ts'
import {
  ADMIN_ONLY_CHANGE,
  NO_SECOND_FACTOR,
  NOT_YOUR_OWN_ACCESS,
  PERSON_NOT_FOUND,
} from '@portal/contract/people/people-errors.ts'
import { listPeople, type Person } from '@portal/contract/people/people.ts'
import { resetSecondFactor } from '@portal/contract/people/person-acts.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { accountCommands } from '../../records/accounts/accounts.commands.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { passkeyCalls } from '../../testing/passkey-calls.ts'
import { runCommand } from '../../testing/run-command.ts'
import { giveCode, givePassword, nextCode, setUpSecondFactor } from '../../testing/second-factor.ts'
import { THREE_COUNTIES } from '../../testing/three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ector: number
let administrator: TestPerson
let manager: TestPerson
beforeAll(async () => {
  portal = await testPortal(THREE_COUNTIES)
  ;({ midland, ector } = portal.counties)
  administrator = portal.people.administrator
  manager = await add('manager', [midland])
})
afterAll(() => portal.close())

const add = (role: Role, countyIds: readonly number[] = []) => portal.addPerson({ role, countyIds })

const reset = (by: TestPerson, { accountId: userId }: TestPerson) =>
  portal.call(by, resetSecondFactor, { params: { userId } })
const told = (answer: Awaited<ReturnType<typeof reset>>) => [answer.statusCode, answer.json<object>()]
const refused = (error: Parameters<typeof failure>[0]) => [error.status, failure(error).toFailure()]
const actsOn = async ({ accountId }: TestPerson) =>
  (
    await portal.pool.query(
      `SELECT actor_name, action, county_id FROM audit_record WHERE subject_id = $1 AND action = 'second_factor.reset'`,
      [String(accountId)],
    )
  ).rows
const listed = async (by: TestPerson, query: Record<string, string>) =>
  (await portal.call(by, listPeople, { query })).json<{ people: Person[]; total: number }>()

test('R2.97 a lost second factor is reset: the password signs in again, sessions and half sessions end, and it is recorded', async () => {
  const person = await add('user', [midland])
  const factor = await setUpSecondFactor(portal, person)
  const half = await givePassword(portal, person)
  const answer = await reset(manager, person)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { userID: person.accountId, secondFactor: 'off' },
  ])
  expect((await portal.call(person, getSession)).statusCode).toBe(401)
  expect(told(await giveCode(portal, { cookie: half, code: nextCode(portal, factor) }))).toEqual(
    refused(PASSWORD_FIRST),
  )
  await expect(portal.signIn(person.email, person.password)).resolves.toContain('portal_session=')
  expect(await actsOn(person)).toEqual([
    { actor_name: manager.email, action: 'second_factor.reset', county_id: midland },
  ])
  expect(told(await reset(manager, person))).toEqual(refused(NO_SECOND_FACTOR))
})

test('the list shows passkeys, and a reset removes them, also without codes; the e-mail says so', async () => {
  const person = await add('user', [midland])
  const { key } = await passkeyCalls(portal).add(person)
  const search = { search: person.email }
  expect((await listed(manager, search)).people).toMatchObject([{ secondFactor: 'off', hasPasskey: true }])
  expect((await reset(manager, person)).json()).toMatchObject({ secondFactor: 'off', hasPasskey: false })
  expect((await passkeyCalls(portal).signIn(key)).statusCode).toBe(401)
  expect((await portal.call(person, getSession)).statusCode).toBe(401)
  const { rows } = await portal.pool.query(
    `SELECT before FROM audit_record WHERE subject_id = $1 AND action = 'second_factor.reset'`,
    [String(person.accountId)],
  )
  expect(rows).toEqual([{ before: { hadCodes: false, passkeys: 1 } }])
  const texts = (await mailsTo(portal, person.email)).map(({ text = '' }) => text)
  expect(texts.join()).toContain('two-step verification and all passkeys were removed from your account')
  expect(told(await reset(manager, person))).toEqual(refused(NO_SECOND_FACTOR))
})

test('R2.97 managers reset it for the people they manage, administrators for all, no one for themselves', async () => {
  const [shared, other, colleague] = [
    await add('user', [midland, ector]),
    await add('user', [ector]),
    await add('manager', [midland]),
  ]
  for (const person of [shared, other, colleague, administrator, manager])
    await setUpSecondFactor(portal, person)
  expect(told(await reset(manager, shared))).toEqual(refused(ADMIN_ONLY_CHANGE))
  expect(told(await reset(manager, colleague))).toEqual(refused(ADMIN_ONLY_CHANGE))
  expect(told(await reset(manager, other))).toEqual(refused(PERSON_NOT_FOUND))
  expect(told(await reset(manager, manager))).toEqual(refused(NOT_YOUR_OWN_ACCESS))
  expect(told(await reset(administrator, administrator))).toEqual(refused(NOT_YOUR_OWN_ACCESS))
  for (const person of [shared, other, colleague, manager])
    expect((await reset(administrator, person)).statusCode).toBe(200)
  manager = { ...manager, cookie: await portal.signIn(manager.email, manager.password) }
})

test('a reset needs a fresh proof', async () => {
  const person = await add('user', [midland])
  await setUpSecondFactor(portal, person)
  const old = await portal.pool.query<{ proven_at: Date }>(
    'UPDATE session SET proven_at = $2 WHERE account_id = $1',
    [manager.accountId, new Date(portal.clock.now().getTime() - 10 * MINUTE_MS)],
  )
  expect(old.rowCount).toBeGreaterThan(0)
  expect(told(await reset(manager, person))).toEqual(refused(PROOF_REQUIRED))
  expect(await actsOn(person)).toEqual([])
})

test('R2.97 the list shows who has a second factor, and filters by it', async () => {
  const [has, begun] = [await add('reader', [ector]), await add('reader', [ector])]
  await setUpSecondFactor(portal, has)
  const query = { countyId: String(ector), role: 'reader' }
  const { people } = await listed(administrator, query)
  expect(people.map(({ email, secondFactor }) => [email, secondFactor])).toEqual([
    [has.email, 'on'],
    [begun.email, 'off'],
  ])
  const on = await listed(administrator, { ...query, secondFactor: 'on' })
  const off = await listed(administrator, { ...query, secondFactor: 'off' })
  expect([on, off].map(({ people: [first], total }) => [first?.email, total])).toEqual([
    [has.email, 1],
    [begun.email, 1],
  ])
})

test('R2.98 the command user reset-factor does the same, and says so if there is none', async () => {
  const person = await add('user', [midland])
  await setUpSecondFactor(portal, person)
  // Makes the next e-mail the newest.
  portal.clock.advance(MINUTE_MS)
  const run = () =>
    runCommand(portal.world, accountCommands, {
      words: ['user', 'reset-factor', '--email', person.email],
      input: '',
    })
  const { printed } = await run()
  expect(printed).toEqual([
    `${person.email} signs in by the password alone now: two-step verification and passkeys are removed.`,
  ])
  expect((await portal.call(person, getSession)).statusCode).toBe(401)
  expect(await actsOn(person)).toMatchObject([{ actor_name: 'command line' }])
  const [mail] = (await mailsTo(portal, person.email)).slice(-1)
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toMatch(
    /removed from your account at [^.]* by whoever runs the portal\./,
  )
  await expect(run()).rejects.toThrow(NO_SECOND_FACTOR.sentence)
})

test('R2.122 V6.3.7 a person whose second factor is reset by another person gets an e-mail', async () => {
  const person = await add('user', [midland])
  const by = await add('manager', [midland])
  await setUpSecondFactor(portal, person)
  const before = (await mailsTo(portal, person.email)).length
  portal.clock.advance(MINUTE_MS)
  expect((await reset(by, person)).statusCode).toBe(200)
  const mails = await mailsTo(portal, person.email)
  expect(mails).toHaveLength(before + 1)
  const mail = mails.at(-1)
  expect(mail?.subject).toContain('Your sign-in settings changed')
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(
    `two-step verification and all passkeys were removed from your account at`,
  )
  expect(mail?.text).toContain(by.email)
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain('A new password signs you out everywhere.')
  expect(mail?.text).not.toContain('Passkeys and single sign-on keep')
})
