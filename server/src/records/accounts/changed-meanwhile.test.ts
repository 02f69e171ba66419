import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import { changeAccount } from './accounts.usecases.ts'

let portal: TestPortal
let midland: number
let ector: number
beforeAll(async () => {
  portal = await testPortal()
  midland = (await portal.addCounty('Midland')).CountyID
  ector = (await portal.addCounty('Ector')).CountyID
})
afterAll(() => portal.close())

test('V8.3.2 a command that waits for the removal of a county does not restore the county', async () => {
  const email = 'clerk@midland.example'
  const { accountId } = await portal.addPerson({ email, role: 'user', countyIds: [midland, ector] })
  const screen = await portal.pool.connect()
  await screen.query('BEGIN')
  await screen.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId])
  await screen.query('UPDATE account SET county_id = $2 WHERE id = $1', [accountId, ector])
  await screen.query('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [accountId, midland])
  const command = changeAccount({ ...portal.world, actor: COMMAND_LINE }, email, { isDisabled: true })
  await waitForBlocked(portal)
  await screen.query('COMMIT')
  screen.release()
  expect(await command).toMatchObject({
    isDisabled: true,
    countyName: 'Ector',
    counties: [{ CountyID: ector, Name: 'Ector' }],
  })
})
