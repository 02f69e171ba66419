import { changePerson, disablePerson } from '@portal/contract/people/person-acts.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { THREE_COUNTIES } from '../../testing/three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ward: number
beforeAll(async () => {
  portal = await testPortal(THREE_COUNTIES)
  ;({ midland, ward } = portal.counties)
})
afterAll(() => portal.close())

const add = (role: Role, countyIds: readonly number[] = []) => portal.addPerson({ role, countyIds })

const on = ({ accountId: userId }: TestPerson) => ({ params: { userId } })
const disable = (by: TestPerson, whom: TestPerson) => portal.call(by, disablePerson, on(whom))
const isDisabled = async ({ accountId }: TestPerson) =>
  (await portal.pool.query('SELECT FROM account WHERE id = $1 AND disabled_at IS NOT NULL', [accountId]))
    .rowCount === 1

/** Runs `tried` while another server holds a lock on `whom` and does `done` to the actor. */
async function meanwhile<T>(whom: TestPerson, tried: () => Promise<T>, done: string): Promise<T> {
  const other = await portal.pool.connect()
  await other.query('BEGIN')
  await other.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [whom.accountId])
  const trying = tried()
  await waitForBlocked(portal)
  await other.query(done)
  await other.query('COMMIT')
  other.release()
  return trying
}

test('R8.8 V15.4.3 if two administrators disable each other at the same time, one succeeds and the other is signed out', async () => {
  const [one, other] = [await add('administrator'), await add('administrator')]
  const answers = await Promise.all([disable(one, other), disable(other, one)])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]))
  expect(await isDisabled(one)).not.toBe(await isDisabled(other))
})

test('V8.3.2 a person disabled while their action waits for its turn does not perform it', async () => {
  const [whom, manager] = [await add('user', [midland]), await add('manager', [midland])]
  const disabling = `UPDATE account SET disabled_at = now() WHERE id = ${manager.accountId}`
  const answer = await meanwhile(whom, () => disable(manager, whom), disabling)
  expect(answer.statusCode).toBe(401)
  expect(await isDisabled(whom)).toBe(false)
})

test('V8.3.2 a manager who loses the role or the county meanwhile can only do what they then may', async () => {
  const [whom, manager] = [await add('user', [midland]), await add('manager', [midland])]
  const demoting = `UPDATE account SET role = 'user' WHERE id = ${manager.accountId}`
  expect((await meanwhile(whom, () => disable(manager, whom), demoting)).statusCode).toBe(403)
  const mover = await add('manager', [midland, ward])
  const moving = `UPDATE account SET county_id = NULL WHERE id = ${mover.accountId};
    INSERT INTO membership VALUES (${mover.accountId}, ${ward})`
  const payload = { role: 'reader', countyIds: [midland] }
  const giving = () => portal.call(mover, changePerson, { ...on(whom), payload })
  expect((await meanwhile(whom, giving, moving)).statusCode).toBe(404)
  expect(await isDisabled(whom)).toBe(false)
})
