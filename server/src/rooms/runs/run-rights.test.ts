import { defineError } from '@portal/contract/error.ts'
import { MAX_AT_ONCE, MAX_EXAMPLES, UNDO_DAYS } from '@portal/contract/runs/run-errors.ts'
import { listRuns, type Run } from '@portal/contract/runs/runs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentGuard } from '../../records/documents/document-guard.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'

const HELD = defineError({ code: 'document.held', status: 409, sentence: 'This file is kept.' })
const held = new Set<number>()
const legalHold: DocumentGuard = {
  judge: async (_transaction, departing) =>
    new Map(departing.flatMap(({ document: { id } }) => (held.has(id) ? [[id, HELD] as const] : []))),
}

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    environment: { RATE_LIMIT: 'off' },
    documentGuards: [legalHold],
  })
  calls = runCalls(portal)
})
afterAll(() => portal.close())

const COMPLETED = { kind: 'status', statusId: 2 } as const

const addMany = (n: number, county = portal.counties.loving) =>
  addManyDocuments(portal.pool, n, { county, by: portal.people.clerk })

async function statusesOf(ids: readonly number[]): Promise<number[]> {
  const { rows } = await portal.pool.query<{ status_id: number }>(
    'SELECT status_id FROM document WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  return rows.map((row) => row.status_id)
}

const addEditor = (countyIds: readonly number[] = [portal.counties.loving]) =>
  portal.addPerson({ role: 'staff', countyIds })

const setRole = ({ accountId }: TestPerson, role: 'administrator' | 'user') =>
  portal.pool.query('UPDATE account SET role = $2 WHERE id = $1', [accountId, role])

const takeWinklerFrom = ({ accountId }: TestPerson) =>
  portal.pool.query('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
    accountId,
    portal.counties.winkler,
  ])

/** Something happens while the work waits for the lock of a document. */
async function duringWait<Result>(
  id: number,
  { work, happens }: { work: () => Promise<Result>; happens: () => Promise<unknown> },
): Promise<Result> {
  const holder = await portal.pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM document WHERE id = $1 FOR UPDATE', [id])
    const result = work()
    await waitForBlocked(portal)
    await happens()
    await holder.query('COMMIT')
    return await result
  } finally {
    holder.release()
  }
}

test('R20.35 V8.3.2 a long run stops for a person who may no longer edit', async () => {
  const editor = await addEditor()
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(editor, { ids }, COMPLETED)
  await setRole(editor, 'user')
  await calls.work()
  expect((await calls.get(editor, run.number)).body).toMatchObject({
    state: 'stopped',
    changed: 0,
    refused: 0,
  })
  expect(new Set(await statusesOf(ids))).toEqual(new Set([1]))
})

test('R20.55 V8.3.2 a person who may no longer edit when the files are locked is refused', async () => {
  const editor = await addEditor()
  const [id = 0] = await addMany(1)
  const { status, body } = await duringWait(id, {
    work: () => calls.start(editor, { ids: [id] }, COMPLETED),
    happens: () => setRole(editor, 'user'),
  })
  expect([status, body.code]).toEqual([403, 'session.editors_only'])
  expect(await statusesOf([id])).toEqual([1])
})

test('R20.55 V8.3.2 a run changes no files of a county that its person loses while it waits for them', async () => {
  const editor = await addEditor([portal.counties.loving, portal.counties.winkler])
  const [own = 0] = await addMany(1)
  const [lost = 0] = await addMany(1, portal.counties.winkler)
  const { body: run } = await duringWait(own, {
    work: () => calls.start(editor, { ids: [own, lost] }, COMPLETED),
    happens: () => takeWinklerFrom(editor),
  })
  expect(run).toMatchObject({ changed: 1, refused: 1, reasons: [{ code: 'document.not_found' }] })
  expect(await statusesOf([own, lost])).toEqual([2, 1])
})

test('R20.55 V8.3.2 a batch changes no files of a county that its person loses while it waits for them', async () => {
  const editor = await addEditor([portal.counties.loving, portal.counties.winkler])
  const [own = 0] = await addMany(1)
  const lost = await addMany(MAX_AT_ONCE, portal.counties.winkler)
  const { body: run } = await calls.start(editor, { ids: [own, ...lost] }, COMPLETED)
  await duringWait(own, { work: () => calls.work(), happens: () => takeWinklerFrom(editor) })
  expect((await calls.get(editor, run.number)).body).toMatchObject({
    state: 'done',
    changed: 1,
    refused: lost.length,
  })
  expect(new Set(await statusesOf(lost))).toEqual(new Set([1]))
})

test('R20.34 a run that is stopped while a batch waits for its files changes nothing more', async () => {
  const { administrator } = portal.people
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(administrator, { ids }, COMPLETED)
  await duringWait(ids[0] ?? 0, {
    work: () => calls.work(),
    happens: () => calls.stop(administrator, run.number),
  })
  expect((await calls.get(administrator, run.number)).body).toMatchObject({ state: 'stopped', changed: 0 })
  expect(new Set(await statusesOf(ids))).toEqual(new Set([1]))
})

test('R20.35 V8.3.2 only those who may still edit undo a run, and only they are offered it', async () => {
  const editor = await addEditor()
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(editor, { ids }, COMPLETED)
  await calls.work()
  expect((await calls.get(editor, run.number)).body).toMatchObject({ state: 'done', mayUndo: true })
  await setRole(editor, 'user')
  expect((await calls.get(editor, run.number)).body.mayUndo).toBe(false)
  const { status, body } = await calls.undo(editor, run.number)
  expect([status, body.code]).toEqual([403, 'session.editors_only'])
  const { runs } = (await portal.call(editor, listRuns)).json<{ runs: Run[] }>()
  expect(runs.map(({ number }) => number)).toEqual([run.number])
})

test.each([
  ['restores no files', 'bin', 'document.restore_not_allowed', true],
  ['deletes no files', 'restore', 'document.delete_not_allowed', false],
] as const)(
  'R20.38 V8.3.2 an undo %s that its person may no longer manage',
  async (_what, kind, code, isBinned) => {
    const person = await addEditor()
    const ids = await addMany(1)
    if (kind === 'restore') await calls.start(portal.people.clerk, { ids }, { kind: 'bin' })
    await setRole(person, 'administrator')
    const { body: run } = await calls.start(person, { ids }, { kind })
    expect(run.changed).toBe(1)
    await setRole(person, 'user')
    expect((await calls.undo(person, run.number)).body).toMatchObject({ changed: 0, reasons: [{ code }] })
    const { rows } = await portal.pool.query(
      'SELECT deleted_at IS NOT NULL AS binned FROM document WHERE id = $1',
      ids,
    )
    expect(rows).toEqual([{ binned: isBinned }])
  },
)

test('R20.42 an undo moves no file to the bin that a guard keeps', async () => {
  const { clerk } = portal.people
  const ids = await addMany(2)
  const [kept = 0] = ids
  await calls.start(clerk, { ids }, { kind: 'bin' })
  const { body: run } = await calls.start(clerk, { ids }, { kind: 'restore' })
  held.add(kept)
  expect((await calls.undo(clerk, run.number)).body).toMatchObject({
    changed: 1,
    refused: 1,
    reasons: [{ code: HELD.code, count: 1 }],
  })
  const { rows } = await portal.pool.query(
    'SELECT id FROM document WHERE id = ANY ($1) AND deleted_at IS NULL',
    [ids],
  )
  expect(rows).toEqual([{ id: kept }])
})

test('R20.12 a preview counts each of many files, and names the first 50 of a reason', async () => {
  const { administrator } = portal.people
  const ids = await addMany(2100)
  await portal.pool.query(
    'UPDATE document SET deleted_at = now(), deleted_by = uploaded_by WHERE id = ANY ($1) AND id % 3 > 0',
    [ids],
  )
  const binned = ids.filter((id) => id % 3 > 0)
  const { body } = await calls.preview(administrator, { ids }, COMPLETED)
  expect(body).toMatchObject({
    total: ids.length,
    changed: ids.length - binned.length,
    refused: binned.length,
    reasons: [{ code: 'document.in_bin', count: binned.length }],
  })
  expect(body.reasons[0]?.examples.map(({ FileID }) => FileID)).toEqual(binned.slice(0, MAX_EXAMPLES))
})

test('R20.37 a run can be undone until the last hour of its 30 days', async () => {
  const { administrator } = portal.people
  const { body: run } = await calls.start(administrator, { ids: await addMany(1) }, COMPLETED)
  await portal.pool.query(`UPDATE document_run SET ended_at = $2 WHERE number = $1`, [
    run.number,
    new Date(portal.clock.now().getTime() - (UNDO_DAYS * 24 - 1) * 3_600_000),
  ])
  expect(UNDO_DAYS).toBe(30)
  expect((await calls.get(administrator, run.number)).body.mayUndo).toBe(true)
  expect((await calls.undo(administrator, run.number)).body).toMatchObject({ changed: 1 })
})
