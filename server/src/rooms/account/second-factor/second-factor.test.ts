import { changePassword, proveIdentity } from '@portal/contract/account/account.ts'
import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { ENTER_CODE, SECOND_FACTOR_REQUIRED, WRONG_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { PROOF_REQUIRED } from '@portal/contract/common-errors.ts'
import * as calls from '@portal/contract/sign-in/second-factor.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { codeOf, stepAt } from '../../../records/accounts/second-factor/totp.ts'
import {
  codeNow,
  giveCode,
  givePassword,
  nextCode,
  readSecret,
  setUpSecondFactor,
} from '../../../testing/second-factor.ts'
import { readQrPath } from '../../../testing/read-qr.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'

let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { COMPANY_NAME: 'Survey Office' } })
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

const tell = async () => (await portal.call(ann, calls.getSecondFactor)).json<calls.SecondFactor>()
const begin = async () => (await portal.call(ann, calls.beginSecondFactor)).json<calls.SecondFactorSetUp>()
const confirm = (code: string) => portal.call(ann, calls.confirmSecondFactor, { payload: { code } })
const told = (answer: Awaited<ReturnType<typeof confirm>>) => [answer.statusCode, answer.json<object>()]
const refused = (error: Parameters<typeof failure>[0]) => [error.status, failure(error).toFailure()]
const recorded = async () =>
  (
    await portal.pool.query<{ action: string }>(
      `SELECT action FROM audit_record
       WHERE action ~ '^(second_factor|recovery_code)' AND account_id = $1 ORDER BY at, id`,
      [ann.accountId],
    )
  ).rows.map(({ action }) => action)

test('R2.95 V6.3.3 a picture or a typed secret sets it up, and it counts from the first code on', async () => {
  expect(await tell()).toEqual({ since: null, recoveryCodesLeft: 0, mayRemove: true })
  const { secret, address, picture } = await begin()
  expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  expect(new URL(address).searchParams.get('secret')).toBe(secret.replaceAll(' ', ''))
  const label = `Survey%20Office:${encodeURIComponent(ann.email)}`
  expect(address.split('?')[0]).toBe(`otpauth://totp/${label}`)
  expect(picture.size).toBeGreaterThan(40)
  expect(picture.path).toMatch(/^(M\d+ \d+h(\d+)v1h-\2z)+$/)
  expect(readQrPath(picture.path)).toBe(address)
  expect(await tell()).toEqual({ since: null, recoveryCodesLeft: 0, mayRemove: true })
  await expect(portal.signIn(ann.email, ann.password)).resolves.toContain('portal_session=')

  const answer = await confirm(codeOf(readSecret(secret), stepAt(portal.clock.now())))
  expect([answer.statusCode, answer.json<{ recoveryCodes: string[] }>().recoveryCodes.length]).toEqual([
    200, 10,
  ])
  expect(await tell()).toEqual({
    since: portal.clock.now().toISOString(),
    recoveryCodesLeft: 10,
    mayRemove: true,
  })
  await givePassword(portal, ann)
  expect(await recorded()).toEqual(['second_factor.set_up'])
})

test('R2.95 set-up ends all other sessions and half-finished sign-ins; its own session continues', async () => {
  const other = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  await setUpSecondFactor(portal, ann)
  expect((await portal.call(other, getSession)).statusCode).toBe(401)
  expect((await portal.call(ann, getSession)).statusCode).toBe(200)
})

test('a wrong first code turns nothing on; only the newest secret counts', async () => {
  expect(told(await confirm('000000'))).toEqual(refused(calls.SET_UP_AGAIN))
  const first = readSecret((await begin()).secret)
  const second = readSecret((await begin()).secret)
  const step = stepAt(portal.clock.now())
  expect(told(await confirm(codeOf(first, step)))).toEqual(refused(WRONG_CODE))
  expect(told(await confirm(' '))).toEqual(refused(ENTER_CODE))
  expect((await tell()).since).toBeNull()
  expect((await confirm(codeOf(second, step))).statusCode).toBe(200)
})

test('a person with a second factor must remove it before setting up another', async () => {
  const factor = await setUpSecondFactor(portal, ann)
  expect(told(await portal.call(ann, calls.beginSecondFactor))).toEqual(refused(calls.SECOND_FACTOR_ON))
  expect(told(await confirm(nextCode(portal, factor)))).toEqual(refused(calls.SECOND_FACTOR_ON))
})

test('after removal the password alone signs in again, and the recovery codes are gone', async () => {
  const factor = await setUpSecondFactor(portal, ann)
  const answer = await portal.call(ann, calls.removeSecondFactor)
  expect(told(answer)).toEqual([200, { success: true, message: calls.SECOND_FACTOR_REMOVED }])
  await expect(portal.signIn(ann.email, ann.password)).resolves.toContain('portal_session=')
  expect(await tell()).toEqual({ since: null, recoveryCodesLeft: 0, mayRemove: true })
  expect(await recorded()).toEqual(['second_factor.set_up', 'second_factor.removed'])
  expect(told(await portal.call(ann, calls.removeSecondFactor))).toEqual(refused(calls.SECOND_FACTOR_OFF))
  const again = await setUpSecondFactor(portal, ann)
  const cookie = await givePassword(portal, ann)
  const [old] = factor.recoveryCodes
  expect(told(await giveCode(portal, { cookie, code: old }))).toEqual(refused(WRONG_CODE))
  expect((await giveCode(portal, { cookie, code: nextCode(portal, again) })).statusCode).toBe(200)
})

test('R2.93 new recovery codes count immediately and replace the old ones; the account shows how many are left', async () => {
  expect(told(await portal.call(ann, calls.renewRecoveryCodes))).toEqual(refused(calls.SECOND_FACTOR_OFF))
  const { recoveryCodes: old } = await setUpSecondFactor(portal, ann)
  const renewed = await portal.call(ann, calls.renewRecoveryCodes)
  const { recoveryCodes } = renewed.json<{ recoveryCodes: string[] }>()
  expect(recoveryCodes).toHaveLength(10)
  const cookie = await givePassword(portal, ann)
  expect((await giveCode(portal, { cookie, code: old[0] })).statusCode).toBe(403)
  expect((await giveCode(portal, { cookie, code: recoveryCodes[0] })).statusCode).toBe(200)
  expect((await tell()).recoveryCodesLeft).toBe(9)
})

test('R2.95 R2.96 each change needs a fresh proof, which a code can give too, once; viewing needs none', async () => {
  const factor = await setUpSecondFactor(portal, ann)
  portal.clock.advance(10 * MINUTE_MS)
  const acts = [
    calls.beginSecondFactor,
    calls.confirmSecondFactor,
    calls.renewRecoveryCodes,
    calls.removeSecondFactor,
  ]
  for (const act of acts) {
    const answer = await portal.call(ann, act, { payload: { code: codeNow(portal, factor) } })
    expect(told(answer), `of ${act.path}`).toEqual(refused(PROOF_REQUIRED))
  }
  expect((await tell()).recoveryCodesLeft).toBe(10)
  const prove = (code: string) => portal.call(ann, proveIdentity, { payload: { code } })
  const code = codeNow(portal, factor)
  expect(told(await prove('000000'))).toEqual(refused(WRONG_CODE))
  expect(told(await prove(code))).toEqual([200, { success: true }])
  expect(told(await prove(code))).toEqual(refused(WRONG_CODE))
  expect((await portal.call(ann, calls.renewRecoveryCodes)).statusCode).toBe(200)
})

test('a recovery code proves identity once, and is recorded; wrong codes are throttled', async () => {
  const { recoveryCodes } = await setUpSecondFactor(portal, ann)
  const prove = (code: unknown) => portal.call(ann, proveIdentity, { payload: { code } })
  expect((await prove(recoveryCodes[0])).statusCode).toBe(200)
  expect((await prove(recoveryCodes[0])).statusCode).toBe(403)
  expect(await recorded()).toEqual(['second_factor.set_up', 'recovery_code.used'])
  expect(told(await prove(''))).toEqual(refused(ENTER_CODE))
  for (let time = 0; time < 9; time += 1) await prove('000000')
  expect((await prove(recoveryCodes[1])).statusCode).toBe(429)
})

test('R2.96 a code proves nothing without a second factor, or before its set-up is complete', async () => {
  const secret = readSecret((await begin()).secret)
  const code = codeOf(secret, stepAt(portal.clock.now()))
  expect(told(await portal.call(ann, proveIdentity, { payload: { code } }))).toEqual(refused(WRONG_CODE))
})

test('R2.96 V6.3.3 a password proves identity only in a session that has passed the second factor', async () => {
  const factor = await setUpSecondFactor(portal, ann)
  const { password } = ann
  const prove = (cookie: string) =>
    portal.call(ANONYMOUS_PERSON, proveIdentity, { payload: { password }, headers: { cookie } })
  expect((await prove(ann.cookie)).statusCode).toBe(200)
  expect((await prove(await givePassword(portal, ann))).statusCode).toBe(401)
  await portal.pool.query('UPDATE session SET second_factor = NULL, proven_at = NULL WHERE account_id = $1', [
    ann.accountId,
  ])
  const change = { currentPassword: password, newPassword: 'another oak by the river' }
  expect(told(await prove(ann.cookie))).toEqual(refused(SECOND_FACTOR_REQUIRED))
  expect(told(await portal.call(ann, changePassword, { payload: change }))).toEqual(
    refused(SECOND_FACTOR_REQUIRED),
  )
  expect(told(await portal.call(ann, calls.removeSecondFactor))).toEqual(refused(PROOF_REQUIRED))
  const code = nextCode(portal, factor)
  expect((await portal.call(ann, proveIdentity, { payload: { code } })).statusCode).toBe(200)
  expect((await prove(ann.cookie)).statusCode).toBe(200)
})
