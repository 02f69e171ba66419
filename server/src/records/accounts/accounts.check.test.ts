import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseChecks } from '../../rooms/files/verify/database-checks.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { setUpSecondFactor } from '../../testing/second-factor.ts'
import { accountsCheck } from './accounts.check.ts'

const line = (id: number, how: string, set: string) =>
  `Account ${id} is listed ${how}, which is not so: see to the triggers first, then \`UPDATE account SET ${set} WHERE id = ${id}\`.`

const lackingLine = (id: number, how: string, set: string) =>
  `Account ${id} is listed ${how}, which is not so: somebody may have removed it from the database. See to the triggers, and ask its person, or compare with a backup, first; only where it is gone rightly, \`UPDATE account SET ${set} WHERE id = ${id}\`.`

let portal: TestPortal
beforeAll(async () => void (portal = await testPortal()))
afterAll(() => portal.close())

test('accounts whose stored password or second factor facts are wrong are named, with the remedy', async () => {
  const ann = await portal.addPerson({ email: 'ann@staff.example', role: 'administrator' })
  const bob = await portal.addPerson({ email: 'bob@staff.example' })
  await setUpSecondFactor(portal, bob)
  const find = () => accountsCheck.find(portal.world.database)
  expect(await find()).toEqual([])
  await portal.pool.query('UPDATE account SET has_second_factor = NOT has_second_factor')
  await portal.pool.query('UPDATE account SET has_password = false WHERE id = $1', [ann.accountId])
  const found = await find()
  const { accountId: one } = ann
  const { accountId: two } = bob
  expect(found).toEqual([
    line(one, 'without a password', 'has_password = true'),
    lackingLine(one, 'with two-step verification', 'has_second_factor = false'),
    line(two, 'without two-step verification', 'has_second_factor = true'),
  ])
  for (const each of found) await portal.pool.query(/`(.*)`/.exec(each)?.[1] ?? '')
  expect(await find()).toEqual([])
  expect(databaseChecks(portal.world)).toContain(accountsCheck)
})
