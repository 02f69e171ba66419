import { listSessions, proveIdentity } from '@portal/contract/account/account.ts'
import { getSession, login, logout, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { LAST_SECOND_FACTOR } from '@portal/contract/sign-in/code-errors.ts'
import { SECOND_FACTOR_NEEDED } from '@portal/contract/common-errors.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { downloadUpload } from '@portal/contract/files/files.ts'
import { exportHistory } from '@portal/contract/history/history.ts'
import { addPasskey, beginPasskey, removePasskey } from '@portal/contract/sign-in/passkeys.ts'
import { changePerson } from '@portal/contract/people/person-acts.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  type SecondFactor,
} from '@portal/contract/sign-in/second-factor.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { failure } from '../../engines/http/errors.ts'
import { cookieOf } from '../../testing/cookie-of.ts'
import { passkeyCalls } from '../../testing/passkey-calls.ts'
import { rawUpload } from '../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { giveCode, givePassword, nextCode, setUpSecondFactor } from '../../testing/second-factor.ts'
import { storedObjects } from '../../testing/stored-objects.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { uploadForm } from '../../testing/upload-form.ts'

const BOUND = { timeout: 20_000, interval: 5 }
const DOCUMENTS = { method: 'GET', url: '/api/files/uploads' } as const

let portal: TestPortal
let at: ReturnType<typeof passkeyCalls>
/** Has a role that requires a second factor. */
let boss: TestPerson
/** Has a role that does not. */
let clerk: TestPerson
beforeAll(async () => {
  portal = await testPortal({
    environment: { SECOND_FACTOR_REQUIRED: 'administrator, staff', RATE_LIMIT: 'off' },
  })
  at = passkeyCalls(portal)
})
beforeEach(async () => {
  boss = await portal.addPerson({ email: uniqueAddress('boss', 'staff.example'), role: 'administrator' })
  clerk = await portal.addPerson({ email: uniqueAddress('clerk') })
})
afterAll(() => portal.close())

const NEEDED = [403, failure(SECOND_FACTOR_NEEDED).toFailure()]
const told = ({ statusCode, json }: Awaited<ReturnType<TestPortal['call']>>) => [statusCode, json<object>()]
const read = async (person: TestPerson) => told(await portal.as(person)(DOCUMENTS))
const isLetIn = async (person: TestPerson) => (await portal.as(person)(DOCUMENTS)).statusCode === 200
const needed = async (person: TestPerson) =>
  (await portal.call(person, getSession)).json<Session>().secondFactor
const again = async (person: TestPerson) => ({
  ...person,
  cookie: await portal.signIn(person.email, person.password),
})
const withCookie = (person: TestPerson, answer: Awaited<ReturnType<TestPortal['call']>>) => ({
  ...person,
  cookie: cookieOf(answer),
})

test('R2.140 V6.3.3 if a role needs a second factor, a password alone opens only its set-up', async () => {
  expect([await needed(boss), await needed(clerk)]).toEqual(['to set up', undefined])
  expect([await read(boss), await isLetIn(clerk)]).toEqual([NEEDED, true])
  expect(told(await portal.call(boss, listSessions))).toEqual(NEEDED)
  expect((await portal.call(boss, getSession)).json()).toMatchObject({ counties: [], rights: [] })
  await setUpSecondFactor(portal, boss)
  expect([await needed(boss), await isLetIn(boss)]).toEqual([undefined, true])
  expect((await portal.call(boss, getSession)).json<Session>().rights).toContain('portal.manage')
})

test('the sign-in leads to the set-up, and is a sign-in like any other', async () => {
  const payload = { username: boss.email, password: boss.password }
  expect((await portal.call(ANONYMOUS_PERSON, login, { payload })).statusCode).toBe(200)
  expect((await portal.call(boss, logout)).statusCode).toBe(200)
  expect((await portal.call(boss, getSession)).statusCode).toBe(401)
})

test('R2.141 a code and a recovery code sign in, with nothing left to do', async () => {
  const factor = await setUpSecondFactor(portal, boss)
  for (const code of [nextCode(portal, factor), factor.recoveryCodes[0]]) {
    const signedIn = withCookie(
      boss,
      await giveCode(portal, { cookie: await givePassword(portal, boss), code }),
    )
    expect([await needed(signedIn), await isLetIn(signedIn)]).toEqual([undefined, true])
  }
})

test('R2.141 adding a passkey is enough, and so is a sign-in with it', async () => {
  const { key } = await at.add(boss)
  expect([await needed(boss), await isLetIn(boss)]).toEqual([undefined, true])
  const signedIn = withCookie(boss, await at.signIn(key))
  expect([await needed(signedIn), await isLetIn(signedIn)]).toEqual([undefined, true])
})

test('R2.142 V6.3.3 a person with a passkey who signs in by password gives it as a second step, and sets up nothing else before', async () => {
  const { key } = await at.add(boss)
  const thief = await again(boss)
  expect([await needed(thief), await read(thief)]).toEqual(['to give', NEEDED])
  for (const call of [beginSecondFactor, beginPasskey])
    expect(told(await portal.call(thief, call))).toEqual(NEEDED)
  const payload = { password: boss.password }
  expect((await portal.call(thief, proveIdentity, { payload })).statusCode).toBe(200)
  expect(await read(thief)).toEqual(NEEDED)
  for (const call of [beginSecondFactor, beginPasskey])
    expect(told(await portal.call(thief, call))).toEqual(NEEDED)
  expect((await at.prove(thief, key)).statusCode).toBe(200)
  expect([await needed(thief), await isLetIn(thief)]).toEqual([undefined, true])
})

test('R2.142 a set-up that began before a factor existed cannot finish without that factor', async () => {
  const thief = await again(boss)
  const options = await at.options(thief)
  expect((await portal.call(thief, beginSecondFactor)).statusCode).toBe(200)
  await at.add(boss)
  expect(options.challenge).not.toBe('')
  expect(told(await portal.call(thief, addPasskey, { payload: {} }))).toEqual(NEEDED)
  expect(told(await portal.call(thief, confirmSecondFactor, { payload: { code: '1' } }))).toEqual(NEEDED)
})

async function become(person: TestPerson, role: Role): Promise<void> {
  const { accountId: userId } = person
  const payload = { role, countyIds: [] }
  const changed = await portal.call(boss, changePerson, { params: { userId }, payload })
  if (changed.statusCode !== 200) throw new Error(`Changing answered ${changed.body}`)
}

test('R2.143 a new role applies from the next call on, and not after it is withdrawn', async () => {
  await setUpSecondFactor(portal, boss)
  await become(clerk, 'staff')
  expect([await needed(clerk), await read(clerk)]).toEqual(['to set up', NEEDED])
  await become(clerk, 'user')
  expect([await needed(clerk), await isLetIn(clerk)]).toEqual([undefined, true])
})

test('a given code counts as long as its factor exists', async () => {
  await setUpSecondFactor(portal, boss)
  const factor = await setUpSecondFactor(portal, clerk)
  const code = nextCode(portal, factor)
  const signedIn = withCookie(
    clerk,
    await giveCode(portal, { cookie: await givePassword(portal, clerk), code }),
  )
  expect((await portal.call(signedIn, removeSecondFactor)).statusCode).toBe(200)
  await become(clerk, 'staff')
  expect([await needed(signedIn), await read(signedIn)]).toEqual(['to set up', NEEDED])
})

/** The response for the same cookie from a server that was restarted with that setting. */
async function afterRestart(person: TestPerson, required: ReadonlySet<Role>) {
  const { settings } = portal.world
  const world = { ...portal.world, settings: { ...settings, secondFactorRequired: required } }
  const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
  const answer = await app.inject({ ...DOCUMENTS, headers: { cookie: person.cookie } })
  await app.close()
  return answer.statusCode
}

test('R2.143 a changed setting applies to earlier sessions, in both directions', async () => {
  const everybody = new Set<Role>(['administrator', 'user'])
  expect([await afterRestart(clerk, everybody), await afterRestart(boss, new Set())]).toEqual([403, 200])
  await setUpSecondFactor(portal, clerk)
  expect(await afterRestart(clerk, everybody)).toBe(200)
})

test('R2.144 the last factor stays while the role needs one; of two either can be removed, but not both at the same time', async () => {
  const other = await portal.addPerson({ email: 'other@staff.example', role: 'administrator' })
  await setUpSecondFactor(portal, other)
  const refused = [409, failure(LAST_SECOND_FACTOR).toFailure()]
  const mayRemove = async (person: TestPerson) =>
    (await portal.call(person, getSecondFactor)).json<SecondFactor>().mayRemove
  expect(told(await portal.call(other, removeSecondFactor))).toEqual(refused)
  expect([await mayRemove(other), await mayRemove(clerk)]).toEqual([false, true])
  const { passkey } = await at.add(other)
  expect(await mayRemove(other)).toBe(true)
  const removals: [Endpoint, object][] = [
    [removeSecondFactor, {}],
    [removePasskey, { params: { id: passkey.id } }],
  ]
  const answers = await Promise.all(removals.map(([call, more]) => portal.call(other, call, more)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect(await isLetIn(other)).toBe(true)
  await setUpSecondFactor(portal, clerk)
  expect((await portal.call(clerk, removeSecondFactor)).statusCode).toBe(200)
})

test('R2.140 a link in the address bar, and a stream, are refused like a call', async () => {
  const opened = await portal.call(boss, downloadUpload, {
    params: { fileId: 1 },
    headers: { accept: 'text/html' },
  })
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(opened.body).toContain(SECOND_FACTOR_NEEDED.sentence)
  expect(told(await portal.call(boss, exportHistory))).toEqual(NEEDED)
})

test('R2.143 V8.3.2 a file in transfer when its sender starts to need a second factor becomes no document', async () => {
  await setUpSecondFactor(portal, boss)
  const port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  const upload = await rawUpload(port, { ...form, headers: { ...form.headers, cookie: clerk.cookie } })
  await upload.sendUpTo(0.9)
  const staged = async () => (await storedObjects(portal.world.storage)).staged
  await vi.waitFor(async () => expect(await staged()).toHaveLength(1), BOUND)
  await become(clerk, 'staff')
  await upload.sendUpTo(1)
  expect(await upload.answer()).toMatch(/^HTTP\/1\.1 403[^]*session\.second_factor_needed/)
  expect((await portal.pool.query('SELECT FROM document')).rowCount).toBe(0)
})
