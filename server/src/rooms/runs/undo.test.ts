import { patchStatus } from '@portal/contract/edit/edit.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = runCalls(portal)
})
afterAll(() => portal.close())

const NEW = 1
const COMPLETED = { kind: 'status', statusId: 2 } as const
const DESCRIBED = { kind: 'description', mode: 'set', text: 'Season 2026' } as const
const CHANGED_SINCE = { code: 'run.changed_since', sentence: 'This file was changed since.' }

const add = (n: number) =>
  addManyDocuments(portal.pool, n, { county: portal.counties.loving, by: portal.people.clerk })

const setStatus = (id: number | undefined, statusId: number) =>
  portal.call(portal.people.administrator, patchStatus, { params: { id: id ?? 0 }, payload: { statusId } })

async function start(ids: readonly number[], action: RunAction) {
  return (await calls.start(portal.people.administrator, { ids: [...ids] }, action)).body
}

async function undo(number: number) {
  return (await calls.undo(portal.people.administrator, number)).body
}

async function read(number: number) {
  return (await calls.get(portal.people.administrator, number)).body
}

async function statesOf(ids: readonly number[]): Promise<unknown[]> {
  const { rows } = await portal.pool.query(
    'SELECT DISTINCT status_id AS status, description FROM document WHERE id = ANY ($1)',
    [ids],
  )
  return rows
}

test('R20.66 a run is undone after the undo of a later run of the same files, also the other way about', async () => {
  const ids = await add(3)
  const first = await start(ids, DESCRIBED)
  const second = await start(ids, COMPLETED)
  // An undo of the second that is undone and undone again leaves what the first has written.
  const undone = await undo(second.number)
  const redone = await undo(undone.number)
  expect(await undo(redone.number)).toMatchObject({ changed: 3, refused: 0 })
  expect(await statesOf(ids)).toEqual([{ status: NEW, description: 'Season 2026' }])
  expect(await undo(first.number)).toMatchObject({ changed: 3, refused: 0 })
  expect(await statesOf(ids)).toEqual([{ status: NEW, description: '' }])
})

test('R20.66 a file that a later run changed, or a person, stays as it is', async () => {
  const ids = await add(3)
  const first = await start(ids, DESCRIBED)
  await start(ids.slice(0, 1), COMPLETED)
  // The same value as before is a change, too.
  await setStatus(ids[1], 2)
  await setStatus(ids[1], NEW)
  const undone = await undo(first.number)
  expect(undone).toMatchObject({ changed: 1, refused: 2, reasons: [{ ...CHANGED_SINCE, count: 2 }] })
})

test('R20.66 the undo of an assignment after it does not hide what a person changed', async () => {
  const [id = 0] = await add(1)
  const first = await start([id], DESCRIBED)
  await setStatus(id, 2)
  const { clerk } = portal.people
  const assigned = await start([id], { kind: 'assign', personId: clerk.accountId })
  const undone = await undo(assigned.number)
  await undo((await undo(undone.number)).number)
  const { changed, reasons } = await undo(first.number)
  expect([changed, reasons]).toEqual([0, [{ ...CHANGED_SINCE, count: 1 }]])
})

test('R20.66 an assignment alone keeps no file from an undo', async () => {
  const [id = 0] = await add(1)
  const first = await start([id], DESCRIBED)
  await start([id], { kind: 'assign', personId: portal.people.clerk.accountId })
  expect(await undo(first.number)).toMatchObject({ changed: 1, refused: 0 })
})

test('R20.67 an undo that changes nothing leaves the run to another undo', async () => {
  const ids = await add(2)
  const first = await start(ids, DESCRIBED)
  const second = await start(ids, COMPLETED)
  const nothing = await undo(first.number)
  expect(nothing).toMatchObject({ changed: 0, refused: 2 })
  expect(await read(first.number)).toMatchObject({ undoneBy: null, mayUndo: true })
  await undo(second.number)
  const undone = await undo(first.number)
  expect(undone).toMatchObject({ changed: 2, refused: 0 })
  expect(await read(first.number)).toMatchObject({ undoneBy: undone.number, mayUndo: false })
  expect(await calls.undo(portal.people.administrator, first.number)).toMatchObject({
    status: 409,
    body: { code: 'run.undone' },
  })
})

test('R20.67 two undos at once are one undo, of a few files and of many', async () => {
  for (const n of [2, MAX_AT_ONCE + 1]) {
    const run = await start(await add(n), COMPLETED)
    await calls.work()
    const other = await portal.addPerson({ email: `undo${n}@firm.example`, role: 'administrator' })
    const answers = await Promise.all([
      calls.undo(portal.people.administrator, run.number),
      calls.undo(other, run.number),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('run.undone')
    await calls.work()
    expect((await read(run.number)).undoneBy).not.toBeNull()
  }
})
