import { countRequests } from '@portal/contract/requests/requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls } from '../../testing/bin-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

async function countsOf(person: TestPerson) {
  return (await portal.call(person, countRequests)).json<unknown>()
}

test('R7.102 counts files with a virus for an administrator, not those that wait, and nothing for a clerk', async () => {
  const { administrator, clerk } = portal.people
  const { store } = binCalls(portal)
  const [infected, waiting] = [await store(), await store()]
  expect(await countsOf(administrator)).toEqual({ mails: 0, virusChecks: 0, droppedFiles: 0 })
  const setState = (file: number, state: string) =>
    portal.pool.query(
      `UPDATE stored_object SET scan_state = $2, scan_finding = CASE WHEN $2 = 'infected' THEN 'Eicar' END
       WHERE key = (SELECT storage_key FROM document WHERE id = $1)`,
      [file, state],
    )
  await setState(infected, 'infected')
  await setState(waiting, 'pending')
  expect(await countsOf(administrator)).toEqual({ mails: 0, virusChecks: 1, droppedFiles: 0 })
  expect(await countsOf(clerk)).toEqual({ mails: null, virusChecks: null, droppedFiles: null })
})
