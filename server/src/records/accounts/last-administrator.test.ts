import { LAST_ADMINISTRATOR, NOT_YOUR_OWN_ACCESS } from '@portal/contract/people/people-errors.ts'
import { disablePerson } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { lockAccount } from './base/accounts.repository.ts'
import { applyAccountChange } from './accounts.usecases.ts'

let portal: TestPortal
let last: TestPerson
let former: TestPerson
beforeAll(async () => {
  portal = await testPortal()
  last = await portal.addPerson({ email: 'last@staff.example', role: 'administrator' })
  former = await portal.addPerson({ email: 'former@staff.example', role: 'administrator' })
  await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [former.accountId])
})
afterAll(() => portal.close())

const disablesThemselves = async () =>
  (await portal.call(last, disablePerson, { params: { userId: last.accountId } })).json<{ code: string }>()

/** Removes the role as an issuer's rules do at a sign-in. */
const isMadeAUser = () =>
  portal.world.database.kysely.transaction().execute(async (transaction) => {
    const before = await lockAccount(transaction, last.email)
    if (!before) throw new Error('There is no such account.')
    const context = { ...portal.world, actor: { kind: 'job', name: 'single sign-on' } as const }
    await applyAccountChange(context, transaction, { before, change: { role: 'user' } })
  })

test('the last administrator stays one: a disabled one does not count as another', async () => {
  expect(await disablesThemselves()).toMatchObject({ code: LAST_ADMINISTRATOR.code })
  await expect(isMadeAUser()).rejects.toMatchObject({ code: LAST_ADMINISTRATOR.code })
  await portal.pool.query('UPDATE account SET disabled_at = NULL WHERE id = $1', [former.accountId])
  expect(await disablesThemselves()).toMatchObject({ code: NOT_YOUR_OWN_ACCESS.code })
  await expect(isMadeAUser()).resolves.toBeUndefined()
})
