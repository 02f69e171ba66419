import { listUploads } from '@portal/contract/files/files.ts'
import { STATUS_TEXT, STATUSES_BY_PRIORITY } from '@portal/contract/files/status.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { documentCommands } from '../files/files.commands.ts'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls
beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
})
afterAll(() => portal.close())

type Row = { FileID: number; Status: string }

async function list(query: Record<string, unknown> = {}): Promise<Row[]> {
  const answer = await portal.call(portal.people.administrator, listUploads, { query })
  return answer.json<{ files: Row[] }>().files
}

test('the contract has the statuses of the database, in the same order', async () => {
  const { rows } = await portal.pool.query<{ id: number; name: string }>(
    'SELECT id, name FROM status ORDER BY rank DESC',
  )
  expect(rows).toEqual(STATUSES_BY_PRIORITY.map((id) => ({ id, name: STATUS_TEXT[id] })))
})

test('a status added as a row sorts by its rank, between two others', async () => {
  const ids: number[] = []
  for (const statusId of [1, 3, 4, 2, 3]) {
    const id = await desk.upload()
    ids.push(id)
    await desk.patch(id, 'status', { statusId })
  }
  expect((await desk.patch(ids[4] ?? 0, 'status', { statusId: 5 })).statusCode).toBe(400)
  await portal.pool.query(`INSERT INTO status (id, name, rank) VALUES (5, 'Waiting for Owner', 150)`)
  await vi.waitFor(
    async () => expect((await desk.patch(ids[4] ?? 0, 'status', { statusId: 5 })).statusCode).toBe(200),
    { timeout: 20_000, interval: 200 },
  )
  const places = [ids[0], ids[1], ids[4], ids[2], ids[3]]
  expect((await list()).map(({ FileID }) => FileID)).toEqual(places)
  expect(await list({ statusId: 5 })).toMatchObject([{ FileID: ids[4], Status: 'Waiting for Owner' }])

  // One command applies another rank.
  await portal.pool.query('UPDATE status SET rank = 400 WHERE id = 5')
  const { printed } = await runCommand(portal.world, documentCommands, { words: ['counts', 'rebuild'] })
  expect(printed).toContain('1 file was moved to the place of its status in the list.')
  expect((await list()).map(({ FileID }) => FileID)[0]).toBe(ids[4])
  expect((await list({ statusId: 5 })).map(({ FileID }) => FileID)).toEqual([ids[4]])
})
