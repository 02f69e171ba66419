import { MAX_AT_ONCE, MAX_DOCUMENTS_PER_HOUR } from '@portal/contract/runs/run-errors.ts'
import { selection } from '@portal/contract/runs/selection.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SenderGone } from '../../engines/http/incoming-bytes.ts'
import { sweepReversals } from '../../records/runs/sweep-reversals.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { previewRun } from './preview-run.usecases.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  calls = runCalls(portal)
})
afterAll(() => portal.close())

const HOUR_MS = 3_600_000
const COMPLETED = { kind: 'status', statusId: 2 } as const
const NEW = { kind: 'status', statusId: 1 } as const

const add = (n: number, county = portal.counties.loving) =>
  addManyDocuments(portal.pool, n, { county, by: portal.people.clerk })

test('R20.60 a change of all that match leaves out files that arrived after its preview', async () => {
  const { people, counties } = portal
  const ids = await add(2, counties.winkler)
  const filter = `countyId=${counties.winkler}`
  const { body: preview } = await calls.preview(people.administrator, { filter }, COMPLETED)
  expect(preview).toMatchObject({ total: 2, upTo: ids[1] })
  await add(1, counties.winkler)
  const { body: run } = await calls.start(people.administrator, { filter, upTo: ids[1] }, COMPLETED)
  expect(run).toMatchObject({ total: 2, changed: 2 })
})

test('R20.61 the runs of an hour have at most a million files; a run can be undone beyond that', async () => {
  const administrator = await portal.addPerson({ email: 'many@firm.example', role: 'administrator' })
  const ids = await add(1)
  await portal.pool.query(
    `INSERT INTO document_run (key, request, started_by, came_from, started_at, ended_at, state, action, what, total)
     SELECT gen_random_uuid(), sha256('x'), $1, '', at, at, 'done', '{}', 'Set', $3
     FROM (SELECT $2::timestamptz - interval '59 minutes' AS at) AS hour`,
    [administrator.accountId, portal.clock.now(), MAX_DOCUMENTS_PER_HOUR - 1],
  )
  const { body: last, status } = await calls.start(administrator, { ids }, COMPLETED)
  expect(status).toBe(200)
  expect((await calls.start(administrator, { ids }, NEW)).status).toBe(429)
  const { body: undo } = await calls.undo(administrator, last.number)
  expect(undo).toMatchObject({ changed: 1 })
  const refused = await calls.undo(administrator, undo.number)
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'run.too_many_per_hour',
      error: 'Your runs of the last hour had 1,000,001 files. 1,000,000 per hour are possible. Please wait.',
    },
  })
  const others = await calls.start(portal.people.staff, { ids: await add(1) }, { kind: 'bin' })
  expect(others.status).toBe(200)
  await letTimePass(portal, HOUR_MS)
  expect((await calls.undo(administrator, undo.number)).status).toBe(200)
})

test('R20.62 former values are deleted a day after the last undo, and the run stays', async () => {
  const { people, pool, world } = portal
  const runs: number[] = []
  for (const days of [32, 30.5, 40]) {
    const ids = await add(1)
    const { body } = await calls.start(people.administrator, { ids: [...ids, 2_000_000_000] }, COMPLETED)
    await pool.query(
      'UPDATE document_run SET ended_at = $2::timestamptz - $3 * interval $$1 day$$ WHERE number = $1',
      [body.number, portal.clock.now(), days],
    )
    runs.push(body.number)
  }
  const [old = 0, young = 0, undoing = 0] = runs
  await pool.query(
    `INSERT INTO document_run (key, request, started_by, came_from, started_at, state, action, what, undoes, total)
     VALUES (gen_random_uuid(), sha256('y'), $1, '', now(), 'running', '{}', 'Undo', $2, 1)`,
    [people.colleague.accountId, undoing],
  )
  await sweepReversals(world)
  await pool.query('DELETE FROM document_run WHERE undoes = $1', [undoing])
  const { rows } = await pool.query<{ number: number }>(
    `SELECT run_number AS number FROM document_run_item
     WHERE run_number = ANY ($1) AND outcome = 'changed' AND reversal <> '{}' ORDER BY 1`,
    [runs],
  )
  expect(rows.map(({ number }) => number)).toEqual([young, undoing])
  expect((await calls.get(people.administrator, old)).body).toMatchObject({ changed: 1, refused: 1 })
  const { body: listed } = await calls.documents(people.administrator, old, { outcome: 'changed' })
  expect(listed.documents).toHaveLength(1)
})

test('R20.63 previews of many files wait for each other on a server, and small ones do not', async () => {
  const { people, world } = portal
  const context = contextOfPerson(world, { ...people.administrator, isAdmin: true })
  const ids = await add(MAX_AT_ONCE + 1)
  const large = { selection: selection.parse({ ids }), action: COMPLETED }
  const open = new AbortController()
  const places = await Promise.all([world.largePreviews.take(-1), world.largePreviews.take(-2)])
  const small = { ...large, selection: selection.parse({ ids: ids.slice(1) }) }
  expect((await previewRun(context, small, open.signal)).total).toBe(MAX_AT_ONCE)
  const leaves = new AbortController()
  const left = previewRun(context, large, leaves.signal)
  leaves.abort(new SenderGone('The sender is gone.'))
  await expect(left).rejects.toThrow(SenderGone)
  const waiting = previewRun(context, large, open.signal)
  for (const release of places) release()
  expect((await waiting).total).toBe(MAX_AT_ONCE + 1)
})
