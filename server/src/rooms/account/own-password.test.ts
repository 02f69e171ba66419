import { ENTER_PASSWORD, proveIdentity, WRONG_PASSWORD } from '@portal/contract/account/account.ts'
import { beginPasskey } from '@portal/contract/sign-in/passkeys.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { OTHER_ORIGIN, PROOF_REQUIRED, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Request } from '../../engines/http/app-types.ts'
import { failure } from '../../engines/http/errors.ts'
import { MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { createDoor } from '../sign-in/door.ts'

const PROOF_LIFETIME_MS = 10 * MINUTE_MS
let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

const prove = (person: TestPerson | null, password: unknown, more: object = {}) =>
  portal.call(person, proveIdentity, { payload: { password }, ...more })

/** Whether a call that needs a proof is accepted. */
async function isLetIn({ cookie }: Pick<TestPerson, 'cookie'>): Promise<boolean> {
  const [name, value] = cookie.split('=')
  const asked = { headers: { cookie }, cookies: { [name ?? '']: value }, callerAddress: '127.0.0.1', id: 'a' }
  const door = createDoor(portal.world)
  return door(asked as unknown as Request, { ...beginPasskey, needsProof: true }).then(
    () => true,
    (error: unknown) => {
      expect(error).toEqual(failure(PROOF_REQUIRED))
      return false
    },
  )
}

test('R2.80 V7.5.1 a proof counts for ten minutes to the millisecond, and the password renews it for another ten', async () => {
  portal.clock.advance(PROOF_LIFETIME_MS - 1)
  expect(await isLetIn(ann)).toBe(true)
  portal.clock.advance(1)
  expect(await isLetIn(ann)).toBe(false)
  const answer = await prove(ann, ann.password)
  expect([answer.statusCode, answer.json(), answer.headers['set-cookie']]).toEqual([
    200,
    { success: true },
    undefined,
  ])
  portal.clock.advance(PROOF_LIFETIME_MS - 1)
  expect(await isLetIn(ann)).toBe(true)
  portal.clock.advance(1)
  expect(await isLetIn(ann)).toBe(false)
})

test('R2.81 a proof belongs to one session: it proves nothing in another session of the same or of another person', async () => {
  const other = { cookie: await portal.signIn(ann.email, ann.password) }
  const bob = await portal.addPerson({ email: uniqueAddress('bob') })
  portal.clock.advance(PROOF_LIFETIME_MS)
  await prove(ann, ann.password)
  expect([await isLetIn(ann), await isLetIn(other), await isLetIn(bob)]).toEqual([true, false, false])
})

test('R2.81 a wrong password proves nothing, ends no session, and is logged without its text', async () => {
  const bob = await portal.addPerson({ email: uniqueAddress('bob') })
  await portal.pool.query(`UPDATE credential SET password_hash = $2 WHERE account_id = $1`, [
    bob.accountId,
    await portal.world.passwordHasher.hash('of bob and nobody else'),
  ])
  portal.clock.advance(PROOF_LIFETIME_MS)
  portal.log.length = 0
  for (const wrong of ['of bob and nobody else', `${ann.password} `, 'x'.repeat(129), 'x'.repeat(9000)]) {
    const answer = await prove(ann, wrong)
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(WRONG_PASSWORD).toFailure()])
  }
  expect(await isLetIn(ann)).toBe(false)
  expect((await prove(ann, ann.password)).statusCode).toBe(200)
  const told = portal.log.filter((line) => line.includes('A proof of identity failed.'))
  expect(told).toHaveLength(4)
  expect(told.join()).toContain(`"accountId":${ann.accountId}`)
  expect(portal.log.join()).not.toContain('of bob and nobody else')
})

test.each([undefined, '', 7, null])('without a password it is 400: %j', async (password) => {
  const answer = await prove(ann, password)
  expect([answer.statusCode, answer.json()]).toEqual([400, failure(ENTER_PASSWORD).toFailure()])
})

test('the password of a pending registration for the same address proves nothing', async () => {
  await portal.pool.query(
    `INSERT INTO registration (email, password_hash, requested_at, requested_from) VALUES ($1, $2, $3, '192.0.2.1')`,
    [ann.email, await portal.world.passwordHasher.hash('what somebody else chose'), portal.clock.now()],
  )
  expect((await prove(ann, 'what somebody else chose')).statusCode).toBe(403)
})

test('R2.81 G01 V6.3.1 wrong passwords count with failed sign-ins: the eleventh is 429, the right one too', async () => {
  const fails = { username: ann.email, password: 'a wrong password' }
  for (let time = 0; time < 5; time += 1) {
    expect((await portal.call(ANONYMOUS_PERSON, login, { payload: fails })).statusCode).toBe(401)
    expect((await prove(ann, 'a wrong password')).statusCode).toBe(403)
  }
  const answers = [
    await prove(ann, ann.password),
    await portal.call(ANONYMOUS_PERSON, login, { payload: { ...fails, password: ann.password } }),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
    expect(answer.headers['retry-after']).toBe('900')
  }
  portal.clock.advance(15 * MINUTE_MS)
  expect((await prove(ann, ann.password)).statusCode).toBe(200)
})

test('a right password does not count toward the limit, and records who proved it and from where', async () => {
  for (let time = 0; time < 12; time += 1) {
    expect((await prove(ann, ann.password, { remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
  }
  const { rows } = await portal.pool.query(
    `SELECT actor_name, account_id, came_from, subject_id FROM audit_record WHERE action = 'identity.proven' AND account_id = $1`,
    [ann.accountId],
  )
  expect(rows).toHaveLength(12)
  expect(rows[0]).toEqual({
    actor_name: ann.email,
    account_id: ann.accountId,
    came_from: '198.51.100.7',
    subject_id: String(ann.accountId),
  })
})

test('a password that changes during its check proves nothing', async () => {
  portal.clock.advance(PROOF_LIFETIME_MS)
  const { passwordHasher } = portal.world
  const match = passwordHasher.match.bind(passwordHasher)
  Object.assign(passwordHasher, {
    match: async (...of: Parameters<typeof match>) => {
      const found = await match(...of)
      await portal.pool.query('UPDATE credential SET password_hash = $2 WHERE account_id = $1', [
        ann.accountId,
        await passwordHasher.hash('another long and quiet one'),
      ])
      return found
    },
  })
  const answer = await prove(ann, ann.password)
  Object.assign(passwordHasher, { match })
  expect(answer.statusCode).toBe(403)
  expect(await isLetIn(ann)).toBe(false)
})

test('G20 another site proves nothing', async () => {
  portal.clock.advance(PROOF_LIFETIME_MS)
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await prove(ann, ann.password, { headers })
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  }
  expect(await isLetIn(ann)).toBe(false)
})
