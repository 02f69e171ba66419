import { countRequests } from '@portal/contract/requests/requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls } from '../../testing/bin-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { countOpenDropFiles } from '../../records/deliveries/done-drop-file.repository.ts'
import { findOpenChecks, findWaitingMails } from './requests.repository.ts'

let portal: TestPortal<typeof TWO_COUNTIES>

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

async function countsOf(person: TestPerson) {
  return (await portal.call(person, countRequests)).json<unknown>()
}

test('R7.102 counts files with a virus for an administrator, not those that wait, and nothing for a clerk', async () => {
  const { administrator, clerk, staff } = portal.people
  const engineer = await portal.addPerson({
    email: 'desk@firm.example',
    role: 'staff',
    countyIds: [portal.counties.loving],
  })
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
  const nothing = { mails: null, virusChecks: null, droppedFiles: null }
  for (const person of [clerk, staff, engineer]) expect(await countsOf(person)).toEqual(nothing)
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

const OLDEST = '2026-01-01T12:00:00Z'

/** Six dates in which each place in turn has the oldest, so the order of the rows helps nobody. */
const ORDERS = Array.from({ length: 6 }, (_oldest, at) =>
  Array.from({ length: 6 }, (_row, n) => (n === at ? OLDEST : `2026-02-1${n}T12:00:00Z`)),
)

test('R18.32 a count that ends at its limit has the oldest of all waiting e-mails', async () => {
  for (const dates of ORDERS) {
    await portal.pool.query('DELETE FROM mail_delivery')
    await portal.pool.query(
      `INSERT INTO mail_delivery (id, sha256, byte_size, message_id, sender, recipient, subject, arrived_at, state, reason, mailbox_name)
       SELECT gen_random_uuid(), sha256(at::bytea), 1, at, 'a@b.example', 'c@d.example', 's', at::timestamptz, 'waiting', 'unknown', 'm'
       FROM unnest($1::text[]) AS at`,
      [dates],
    )
    expect(await findWaitingMails(portal.world.database.kysely, 2)).toEqual({
      count: 2,
      oldest: new Date(OLDEST),
    })
  }
})

test('R18.32 a count that ends at its limit has the oldest of all open files of the drop folder', async () => {
  const scope = { kind: 'all' } as const
  for (const dates of ORDERS) {
    await portal.pool.query('DELETE FROM drop_file')
    await portal.pool.query(
      `INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, state, reason)
       SELECT gen_random_uuid(), $1, 'Loving', 'a.exe', at::timestamptz, 'refused', 'type' FROM unnest($2::text[]) AS at`,
      [portal.counties.loving, dates],
    )
    const found = await countOpenDropFiles(portal.world.database.kysely, { scope, atMost: 2 })
    expect(found).toEqual({ count: 2, oldest: new Date(OLDEST) })
  }
})
