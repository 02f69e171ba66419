import { getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import {
  ENTER_CODE,
  PASSWORD_FIRST,
  SECOND_FACTOR_REQUIRED,
  WRONG_CODE,
} from '@portal/contract/sign-in/code-errors.ts'
import { ROOMS } from '@portal/contract/every-call.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import {
  codeNow,
  giveCode,
  givePassword,
  nextCode,
  setUpSecondFactor,
  type TestSecondFactor,
} from '../../../testing/second-factor.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'
import { sweepAccounts } from '../sweep.ts'

const LIFETIME_MS = 10 * MINUTE_MS
let portal: TestPortal
let ann: TestPerson
let factor: TestSecondFactor
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  factor = await setUpSecondFactor(portal, ann)
})
afterAll(() => portal.close())

type Answer = Awaited<ReturnType<typeof giveCode>>
const told = (answer: Answer) => [answer.statusCode, answer.json<object>()]
const refused = (error: Parameters<typeof failure>[0]) => [error.status, failure(error).toFailure()]
/** How many rows of that table belong to the person of the test. */
const countOf = async (table: string, condition = 'true') =>
  (await portal.pool.query(`SELECT FROM ${table} WHERE account_id = $1 AND ${condition}`, [ann.accountId]))
    .rowCount
const actions = async () =>
  (
    await portal.pool.query<{ action: string; after: object | null }>(
      'SELECT action, after FROM audit_record WHERE account_id = $1 ORDER BY at, id',
      [ann.accountId],
    )
  ).rows

test('R2.90 V6.3.3 after the right password the code comes next; the code opens the session', async () => {
  const first = await portal.call(ANONYMOUS_PERSON, login, {
    payload: { username: ann.email, password: ann.password },
  })
  expect(told(first)).toEqual(refused(SECOND_FACTOR_REQUIRED))
  expect(first.headers['set-cookie']).toMatch(
    /^portal_half_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  )
  const [cookie] = first.cookies
  const answer = await giveCode(portal, {
    cookie: `${cookie?.name}=${cookie?.value}`,
    code: nextCode(portal, factor),
  })
  expect(told(answer)).toEqual([200, { success: true, userID: ann.accountId }])
  const session = `portal_session=${answer.cookies[0]?.value}`
  const who = await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie: session } })
  expect(who.json()).toMatchObject({ username: ann.email })
  expect((await actions()).at(-1)).toEqual({ action: 'session.started', after: { by: 'code' } })
})

test('V6.3.8 a wrong password gets the same response as without a second factor, and no cookie', async () => {
  const bob = await portal.addPerson({ email: uniqueAddress('bob') })
  const answers = await Promise.all(
    [ann.email, bob.email, 'nobody@reeves.example'].map((username) =>
      portal.call(ANONYMOUS_PERSON, login, { payload: { username, password: 'a wrong password' } }),
    ),
  )
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  for (const answer of answers) expect(answer.headers['set-cookie']).toBeUndefined()
})

test('R2.92 a code may contain white space', async () => {
  const cookie = await givePassword(portal, ann)
  const code = nextCode(portal, factor)
  const spaced = ` ${code.slice(0, 3)} ${code.slice(3)}\n`
  expect((await giveCode(portal, { cookie, code: spaced })).statusCode).toBe(200)
})

test.each(['', '   ', 7, undefined])('without a code it is 400: %j', async (code) => {
  expect(told(await giveCode(portal, { cookie: await givePassword(portal, ann), code }))).toEqual(
    refused(ENTER_CODE),
  )
})

test('V6.5.1 a used code opens nothing again, nor does an earlier one', async () => {
  const code = nextCode(portal, factor)
  const before = codeNow(portal, factor)
  expect((await giveCode(portal, { cookie: await givePassword(portal, ann), code })).statusCode).toBe(200)
  portal.clock.advance(30_000)
  const cookie = await givePassword(portal, ann)
  expect(told(await giveCode(portal, { cookie, code }))).toEqual(refused(WRONG_CODE))
  expect(told(await giveCode(portal, { cookie, code: before }))).toEqual(refused(WRONG_CODE))
  expect((await giveCode(portal, { cookie, code: codeNow(portal, factor) })).statusCode).toBe(200)
})

test('V6.5.1 the code that set up the second factor signs no one in', async () => {
  const cookie = await givePassword(portal, ann)
  expect(told(await giveCode(portal, { cookie, code: codeNow(portal, factor) }))).toEqual(refused(WRONG_CODE))
})

test('R2.92 V6.5.1 of ten simultaneous sign-ins with one code, and with one recovery code, one succeeds', async () => {
  const [recoveryCode] = factor.recoveryCodes
  for (const code of [nextCode(portal, factor), recoveryCode]) {
    const cookies = await Promise.all(Array.from({ length: 10 }, () => givePassword(portal, ann)))
    const answers = await Promise.all(cookies.map((cookie) => giveCode(portal, { cookie, code })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(9)
    portal.clock.advance(15 * MINUTE_MS)
  }
})

test('one password opens one session: of ten simultaneous codes with one cookie, one counts', async () => {
  const cookie = await givePassword(portal, ann)
  const codes = [...factor.recoveryCodes]
  const answers = await Promise.all(codes.map((code) => giveCode(portal, { cookie, code })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await countOf('recovery_code', 'used_at IS NOT NULL')).toBe(1)
})

test('V6.6.2 the code of another person opens nothing, nor do their recovery codes', async () => {
  const bob = await portal.addPerson({ email: uniqueAddress('bob') })
  const theirs = await setUpSecondFactor(portal, bob)
  const cookie = await givePassword(portal, ann)
  for (const code of [nextCode(portal, theirs), theirs.recoveryCodes[0]]) {
    expect(told(await giveCode(portal, { cookie, code }))).toEqual(refused(WRONG_CODE))
  }
  expect(await countOf('recovery_code', 'used_at IS NOT NULL')).toBe(0)
})

test('R2.93 V6.5.1 a recovery code signs in once, however it is typed, and is recorded', async () => {
  const [code = ''] = factor.recoveryCodes
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
  expect((await giveCode(portal, { cookie: await givePassword(portal, ann), code: typed })).statusCode).toBe(
    200,
  )
  expect((await actions()).slice(-2)).toEqual([
    { action: 'recovery_code.used', after: null },
    { action: 'session.started', after: { by: 'recovery code' } },
  ])
  for (const again of [code, typed]) {
    const answer = await giveCode(portal, { cookie: await givePassword(portal, ann), code: again })
    expect(told(answer)).toEqual(refused(WRONG_CODE))
  }
})

test('V6.5.2 G18 the database has only hashes of recovery codes and half sessions', async () => {
  const cookie = await givePassword(portal, ann)
  const { rows } = await portal.pool.query(
    `SELECT code_hash AS h FROM recovery_code UNION ALL SELECT token_hash FROM half_session`,
  )
  const kept = rows.map(({ h }: { h: Buffer }) => h.toString('utf8')).join()
  for (const secret of [...factor.recoveryCodes, cookie.split('=')[1] ?? '']) {
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(secret.replaceAll('-', ''))
  }
})

test('R2.91 V6.3.4 a stolen half session works in no call, by its own cookie or as a session', async () => {
  const cookie = await givePassword(portal, ann)
  const stolen = [cookie, cookie.replace('portal_half_session', 'portal_session')]
  for (const endpoint of ROOMS.flatMap(({ calls }) => calls)) {
    if (endpoint.access === 'public') continue
    for (const one of stolen) {
      const params = {
        fileId: 1,
        userId: 1,
        id: 1,
        ownerNbr: 1,
        relationTypeId: 1,
        agentNbr: 1,
        categoryId: 1,
      }
      const url = `/api${endpoint.path.replaceAll(/:(\w+)/gu, (_all, name: string) => String(Object(params)[name] ?? 1))}`
      const answer = await portal.as(ANONYMOUS_PERSON)({
        method: endpoint.method,
        url,
        headers: { cookie: one },
      })
      expect(answer.statusCode, `of ${endpoint.name}`).toBe(401)
    }
  }
  for (const one of stolen) {
    const answer = await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie: one } })
    expect(answer.statusCode).toBe(401)
  }
})

test('R2.91 a session does not work as a half session either', async () => {
  const cookie = ann.cookie.replace('portal_session', 'portal_half_session')
  expect(told(await giveCode(portal, { cookie, code: nextCode(portal, factor) }))).toEqual(
    refused(PASSWORD_FIRST),
  )
})

test('R2.90 V6.5.5 a half session lives ten minutes to the millisecond, and expired ones are swept', async () => {
  const cookie = await givePassword(portal, ann)
  portal.clock.advance(LIFETIME_MS - 1)
  expect(told(await giveCode(portal, { cookie, code: '000000' }))).toEqual(refused(WRONG_CODE))
  await sweepAccounts(portal.world)
  expect(await countOf('half_session')).toBe(1)
  portal.clock.advance(1)
  expect(told(await giveCode(portal, { cookie, code: codeNow(portal, factor) }))).toEqual(
    refused(PASSWORD_FIRST),
  )
  await sweepAccounts(portal.world)
  expect(await countOf('half_session')).toBe(0)
})

test.each([
  [
    'the password is another one',
    `UPDATE credential SET password_hash = password_hash || 'x' WHERE account_id = $1`,
  ],
  ['the account is disabled', `UPDATE account SET disabled_at = now() WHERE id = $1`],
])('if %s meanwhile, the right code opens nothing and is not used up', async (_what, change) => {
  const cookie = await givePassword(portal, ann)
  await portal.pool.query(change, [ann.accountId])
  expect(told(await giveCode(portal, { cookie, code: nextCode(portal, factor) }))).toEqual(
    refused(PASSWORD_FIRST),
  )
  const { rows } = await portal.pool.query<{ unused: boolean }>(
    'SELECT last_step < $1 AS unused FROM second_factor WHERE account_id = $2',
    [Math.floor(portal.clock.now().getTime() / 30_000), ann.accountId],
  )
  expect(rows).toEqual([{ unused: true }])
})

test('without a half session it is 403, whatever the code', async () => {
  for (const cookie of ['', 'portal_half_session=x', `portal_half_session=${'x'.repeat(43)}`]) {
    const answer = await giveCode(portal, { cookie, code: nextCode(portal, factor) })
    expect(told(answer)).toEqual(refused(PASSWORD_FIRST))
  }
})

test('R2.94 V6.6.3 G01 the eleventh wrong code from one network is 429, the right one too, also after a new password step', async () => {
  for (let time = 0; time < 10; time += 1) {
    const cookie = await givePassword(portal, ann)
    expect(told(await giveCode(portal, { cookie, code: '000000' }))).toEqual(refused(WRONG_CODE))
  }
  const cookie = await givePassword(portal, ann)
  const answer = await giveCode(portal, { cookie, code: nextCode(portal, factor) })
  expect([told(answer), answer.headers['retry-after']]).toEqual([refused(TOO_MANY_ATTEMPTS), '870'])
  portal.clock.advance(15 * MINUTE_MS)
  expect(
    (await giveCode(portal, { cookie: await givePassword(portal, ann), code: nextCode(portal, factor) }))
      .statusCode,
  ).toBe(200)
})

test('R2.94 V6.6.3 attackers from everywhere are stopped after twenty, but not the person at a known place', async () => {
  const cookie = await givePassword(portal, ann)
  const from = (network: number, code: string) =>
    giveCode(portal, { cookie, code, remoteAddress: `198.51.100.${network}` })
  for (let network = 1; network <= 20; network += 1) {
    expect((await from(network, '000000')).statusCode).toBe(403)
  }
  expect((await from(21, nextCode(portal, factor))).statusCode).toBe(429)
  const here = await giveCode(portal, { cookie, code: codeNow(portal, factor) })
  expect(here.statusCode).toBe(200)
})

test('a wrong code does not make its network known', async () => {
  const cookie = await givePassword(portal, ann, '203.0.113.7')
  await giveCode(portal, { cookie, code: '000000', remoteAddress: '203.0.113.7' })
  const { rows } = await portal.pool.query<{ network: string }>(
    'SELECT network FROM known_network WHERE account_id = $1',
    [ann.accountId],
  )
  expect(rows.map(({ network }) => network)).not.toContain('203.0.113.7')
})

test('the earlier session of the browser ends', async () => {
  const half = await givePassword(portal, ann)
  const cookie = `${half}; ${ann.cookie}`
  expect((await giveCode(portal, { cookie, code: nextCode(portal, factor) })).statusCode).toBe(200)
  expect((await portal.call(ann, getSession)).statusCode).toBe(401)
})

/** As servers of the previous release do it, which know no proof. */
const beginSession = (proof: string) =>
  portal.pool.query(
    `INSERT INTO session (token_hash, account_id, created_at, last_seen_at, address, proven_at)
     VALUES (sha256('x'), $1, now(), now(), '192.0.2.1', ${proof})`,
    [ann.accountId],
  )

test('the database refuses a session from a server that knows one step only', async () => {
  await expect(beginSession('NULL')).rejects.toThrow('has a second factor')
  await expect(beginSession('now()')).resolves.toBeDefined()
})

test('the log contains neither codes nor secrets', async () => {
  portal.log.length = 0
  const cookie = await givePassword(portal, ann)
  await giveCode(portal, { cookie, code: '918273' })
  const code = nextCode(portal, factor)
  await giveCode(portal, { cookie, code })
  const log = portal.log.join()
  expect(log).toContain('A sign-in failed by its code.')
  for (const secret of ['918273', `"${code}"`, ...factor.recoveryCodes, cookie.split('=')[1] ?? '']) {
    expect(log).not.toContain(secret)
  }
})
