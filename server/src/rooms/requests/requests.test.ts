import { countRequests } from '@portal/contract/requests/requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls } from '../../testing/bin-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { findOpenChecks } from './requests.repository.ts'

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

test('R18.32 a count that ends at its limit has the oldest of all files with a virus', async () => {
  const { kysely } = portal.world.database
  const { store } = binCalls(portal)
  const files: number[] = []
  for (let n = 0; n < 6; n++) files.push(await store())
  const days = files.map((_, n) => `2026-01-${10 + n}T12:00:00Z`)
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = 'Eicar'
     WHERE key IN (SELECT storage_key FROM document WHERE id = ANY ($1))`,
    [files],
  )
  for (const oldest of files) {
    // Each file in turn is the oldest, so the order of the rows helps nobody.
    const dates = files.map((file) => (file === oldest ? '2026-01-01T12:00:00Z' : days[files.indexOf(file)]))
    await portal.pool.query(
      `UPDATE document AS d SET uploaded_at = x.at::timestamptz
       FROM unnest($1::integer[], $2::text[]) AS x (id, at) WHERE d.id = x.id`,
      [files, dates],
    )
    expect(await findOpenChecks(kysely, 2)).toEqual({ count: 2, oldest: new Date('2026-01-01T12:00:00Z') })
  }
})
