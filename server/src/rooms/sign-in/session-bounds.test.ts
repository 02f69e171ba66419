import { listSessions } from '@portal/contract/account/account.ts'
import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { applyAccountChange } from '../../records/accounts/accounts.usecases.ts'
import { lockAccount } from '../../records/accounts/base/accounts.repository.ts'
import { HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { sweepAccounts } from './sweep.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal({
    environment: {
      RATE_LIMIT: 'off',
      SESSION_IDLE_MINUTES: '120, administrator=15',
      SESSION_HOURS: '48, administrator=1',
    },
  })
})
afterAll(() => portal.close())

const isAlive = async (person: TestPerson) => (await portal.call(person, getSession)).statusCode === 200
const add = (role: Role) => portal.addPerson({ email: uniqueAddress(role, 'staff.example'), role })

test('R2.123 V7.3.1 a session without a call ends after the time of its role', async () => {
  const [clerk, boss] = [await add('user'), await add('administrator')]
  portal.clock.advance(15 * MINUTE_MS - 1000)
  expect(await Promise.all([clerk, boss].map(isAlive))).toEqual([true, true])
  portal.clock.advance(15 * MINUTE_MS)
  expect(await Promise.all([clerk, boss].map(isAlive))).toEqual([true, false])
  portal.clock.advance(120 * MINUTE_MS)
  expect(await isAlive(clerk)).toBe(false)
})

test('R2.123 V7.3.2 a busy session ends after the time of its role', async () => {
  const [clerk, boss] = [await add('user'), await add('administrator')]
  for (let minutes = 0; minutes < 50; minutes += 10) {
    portal.clock.advance(10 * MINUTE_MS)
    expect(await Promise.all([clerk, boss].map(isAlive))).toEqual([true, true])
  }
  portal.clock.advance(10 * MINUTE_MS)
  expect(await Promise.all([clerk, boss].map(isAlive))).toEqual([true, false])
})

test('R2.123 a new role counts from the next call on, and the sweep deletes no valid session', async () => {
  const [clerk, other] = [await add('user'), await add('manager')]
  portal.clock.advance(HOUR_MS)
  await sweepAccounts(portal.world)
  const context = { ...portal.world, actor: COMMAND_LINE }
  await portal.world.database.kysely.transaction().execute(async (transaction) => {
    const before = await lockAccount(transaction, clerk.email)
    if (before) await applyAccountChange(context, transaction, { before, change: { role: 'administrator' } })
  })
  expect(await Promise.all([clerk, other].map(isAlive))).toEqual([false, true])
})

test('R2.123 people see their valid sessions only', async () => {
  const boss = await add('administrator')
  portal.clock.advance(16 * MINUTE_MS)
  const again = { ...boss, cookie: await portal.signIn(boss.email, boss.password) }
  expect((await portal.call(again, listSessions)).json<unknown[]>()).toHaveLength(1)
})
