import { listUploads } from '@portal/contract/files.ts'
import { STATUS_TEXT, STATUSES_BY_PRIORITY } from '@portal/contract/status.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { documentCommands } from '../files/files.commands.ts'
import { editPortal, type EditPortal } from '../../testing/edit-portal.ts'
import { runCommand } from '../../testing/run-command.ts'

let it: EditPortal
beforeAll(async () => {
  it = await editPortal()
})
afterAll(() => it.close())

type Row = { FileID: number; Status: string }

async function list(query: Record<string, unknown> = {}): Promise<Row[]> {
  const answer = await it.portal.call(it.administrator, listUploads, { query })
  return answer.json<{ files: Row[] }>().files
}

test('the statuses of the contract are those of the database, in the same order', async () => {
  const { rows } = await it.portal.pool.query<{ id: number; name: string }>(
    'SELECT id, name FROM status ORDER BY rank DESC',
  )
  expect(rows).toEqual(STATUSES_BY_PRIORITY.map((id) => ({ id, name: STATUS_TEXT[id] })))
})

test('a status that is added as a row stands in the list where its rank says, between two others', async () => {
  const ids: number[] = []
  for (const statusId of [1, 3, 4, 2, 3]) {
    const id = await it.upload()
    ids.push(id)
    await it.patch(id, 'status', { statusId })
  }
  expect((await it.patch(ids[4] ?? 0, 'status', { statusId: 5 })).statusCode).toBe(400)
  await it.portal.pool.query(`INSERT INTO status (id, name, rank) VALUES (5, 'Waiting for Owner', 150)`)
  await vi.waitFor(
    async () => expect((await it.patch(ids[4] ?? 0, 'status', { statusId: 5 })).statusCode).toBe(200),
    { timeout: 20_000, interval: 200 },
  )
  const places = [ids[0], ids[1], ids[4], ids[2], ids[3]]
  expect((await list()).map(({ FileID }) => FileID)).toEqual(places)
  expect(await list({ statusId: 5 })).toMatchObject([{ FileID: ids[4], Status: 'Waiting for Owner' }])

  // Another rank is taken over by one command.
  await it.portal.pool.query('UPDATE status SET rank = 400 WHERE id = 5')
  const { printed } = await runCommand(it.portal.world, documentCommands, { words: ['counts', 'rebuild'] })
  expect(printed).toContain('1 file(s) were put where their status stands.')
  expect((await list()).map(({ FileID }) => FileID)[0]).toBe(ids[4])
  expect((await list({ statusId: 5 })).map(({ FileID }) => FileID)).toEqual([ids[4]])
})
