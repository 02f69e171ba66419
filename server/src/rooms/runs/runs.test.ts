import { randomUUID } from 'node:crypto'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { selection } from '@portal/contract/runs/selection.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SenderGone } from '../../engines/http/incoming-bytes.ts'
import { selectDocuments } from '../../records/search-index/select-documents.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { previewRun } from './preview-run.usecases.ts'
import { RUN_LIMIT } from './run-limit.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
let documents: ReturnType<typeof searchCalls>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = runCalls(portal)
  documents = searchCalls(portal)
})
afterAll(() => portal.close())

const COMPLETED = { kind: 'status', statusId: 2 } as const

async function add(n: number, county = portal.counties.loving, by = portal.people.clerk): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < n; at += 1) ids.push(await documents.add({ county, by }))
  return ids
}

const addMany = (n: number) =>
  addManyDocuments(portal.pool, n, { county: portal.counties.loving, by: portal.people.clerk })

async function statusesOf(ids: readonly number[]): Promise<number[]> {
  const { rows } = await portal.pool.query<{ status_id: number }>(
    'SELECT status_id FROM document WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  return rows.map((row) => row.status_id)
}

async function recordsOf(ids: readonly number[], action: string): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM audit_record
     WHERE subject_kind = 'document' AND subject_id = ANY ($1::text[]) AND action = $2`,
    [ids.map(String), action],
  )
  return rows[0]?.n ?? 0
}

const setStatus = (id: number, statusId: number) =>
  portal.call(portal.people.administrator, patchStatus, { params: { id }, payload: { statusId } })

test('R20.31 a run changes its documents at once, says what became of each, and is undone', async () => {
  const { administrator } = portal.people
  const ids = await add(4)
  const [already = 0, binned = 0] = ids
  await setStatus(already, 2)
  await portal.call(administrator, deleteUpload, { params: { fileId: binned } })
  const { body: preview } = await calls.preview(administrator, { ids }, COMPLETED)
  const counts = { total: 4, changed: 2, unchanged: 1, refused: 1 }
  const reason = { code: 'document.in_bin', sentence: 'This file is in the recycle bin.', count: 1 }
  expect(preview).toEqual({
    what: 'Set the status to Completed',
    upTo: null,
    isComplete: true,
    ...counts,
    notes: [],
    reasons: [{ ...reason, examples: [{ FileID: binned, FileName: 'scan.pdf' }] }],
  })
  const { status, body: run } = await calls.start(administrator, { ids }, COMPLETED)
  expect(status).toBe(200)
  expect(run).toMatchObject({ ...counts, state: 'done', reasons: [reason], mayUndo: true, undoneBy: null })
  expect(await statusesOf(ids)).toEqual([2, 1, 2, 2])
  const { body: listed } = await calls.documents(administrator, run.number)
  expect(listed.documents.map(({ outcome, reason: why }) => [outcome, why])).toEqual([
    ['unchanged', null],
    ['refused', reason.sentence],
    ['changed', null],
    ['changed', null],
  ])
  expect(await recordsOf(ids, 'document.status_set')).toBe(3)
  const { body: undone } = await calls.undo(administrator, run.number)
  expect(undone).toMatchObject({ undoes: run.number, total: 2, changed: 2, refused: 0 })
  expect(await statusesOf(ids)).toEqual([2, 1, 1, 1])
  expect((await calls.get(administrator, run.number)).body).toMatchObject({
    undoneBy: undone.number,
    mayUndo: false,
  })
  expect(await calls.undo(administrator, run.number)).toMatchObject({
    status: 409,
    body: { code: 'run.undone' },
  })
})

test('R20.32 the same request sent twice, or twice at once, is one run; another request with its key is refused', async () => {
  const { administrator } = portal.people
  const ids = await add(2)
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => calls.start(administrator, { ids }, COMPLETED, key)))
  expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1)
  expect(await recordsOf(ids, 'document.status_set')).toBe(2)
  expect(await calls.start(administrator, { ids: [ids[0] ?? 0] }, COMPLETED, key)).toMatchObject({
    status: 409,
    body: { code: 'run.key_used' },
  })
})

test('R20.33 more than 200 documents are changed by a job, each once, whatever happens to them meanwhile', async () => {
  const { administrator } = portal.people
  const ids = await addMany(MAX_AT_ONCE + 5)
  const { body: run } = await calls.start(administrator, { ids }, COMPLETED)
  expect(run).toMatchObject({ state: 'running', total: 205, changed: 0, mayStop: true, mayUndo: false })
  const [changed = 0, binned = 0, gone = 0] = ids
  await setStatus(changed, 3)
  for (const fileId of [binned, gone]) await portal.call(administrator, deleteUpload, { params: { fileId } })
  await portal.call(administrator, deletePermanently, { params: { fileId: gone } })
  await calls.work()
  const { body: ended } = await calls.get(administrator, run.number)
  expect(ended).toMatchObject({ state: 'done', total: 205, changed: 202, unchanged: 0, refused: 3 })
  expect(ended.reasons.map(({ code, count }) => [code, count])).toEqual([
    ['run.changed_since', 2],
    ['document.not_found', 1],
  ])
  const others = ids.slice(3)
  expect(await recordsOf(others, 'document.status_set')).toBe(202)
  expect(await statusesOf([changed])).toEqual([3])
  await setStatus(others[0] ?? 0, 4)
  const { body: undo } = await calls.undo(administrator, run.number)
  expect(undo).toMatchObject({ state: 'running', total: 202 })
  await calls.work()
  expect((await calls.get(administrator, undo.number)).body).toMatchObject({ changed: 201, refused: 1 })
  expect(await statusesOf(others.slice(0, 3))).toEqual([4, 1, 1])
})

test('R20.43 a run whose transactions are killed six times changes each document once', async () => {
  const { people, pool } = portal
  const ids = await addMany(MAX_AT_ONCE + 300)
  const { body: run } = await calls.start(people.administrator, { ids }, COMPLETED)
  // Each second batch dies when its documents are written, and is rolled back.
  await pool.query(`
    CREATE SEQUENCE batches;
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('batches') % 2 = 0 AND currval('batches') <= 12 THEN
        PERFORM pg_terminate_backend(pg_backend_pid());
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER die AFTER UPDATE ON document FOR EACH STATEMENT EXECUTE FUNCTION die()`)
  try {
    for (let kill = 0; kill < 7; kill += 1) {
      await calls.work()
      await letTimePass(portal, 3_600_000)
    }
  } finally {
    await pool.query('DROP TRIGGER die ON document; DROP FUNCTION die(); DROP SEQUENCE batches')
  }
  expect((await calls.get(people.administrator, run.number)).body).toMatchObject({
    state: 'done',
    changed: 500,
  })
  expect(await recordsOf(ids, 'document.status_set')).toBe(500)
  const { rows } = await pool.query('SELECT DISTINCT status_id, version FROM document WHERE id = ANY ($1)', [
    ids,
  ])
  expect(rows).toEqual([{ status_id: 2, version: 2 }])
})

test('R20.34 a stopped run keeps what it has changed, and changes nothing more', async () => {
  const { administrator } = portal.people
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(administrator, { ids }, COMPLETED)
  expect(await calls.start(administrator, { ids }, COMPLETED)).toMatchObject({
    status: 409,
    body: { code: 'run.in_progress' },
  })
  expect((await calls.undo(administrator, run.number)).body.code).toBe('run.not_ended')
  const { body: stopped } = await calls.stop(administrator, run.number)
  expect(stopped).toMatchObject({ state: 'stopped', changed: 0, mayStop: false, mayUndo: false })
  await calls.work()
  expect(new Set(await statusesOf(ids))).toEqual(new Set([1]))
})

test('R20.47 a stopped undo leaves the rest to another undo', async () => {
  const { administrator } = portal.people
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(administrator, { ids }, COMPLETED)
  await calls.work()
  const { body: undo } = await calls.undo(administrator, run.number)
  await calls.stop(administrator, undo.number)
  expect((await calls.get(administrator, run.number)).body).toMatchObject({ undoneBy: null, mayUndo: true })
  // Documents that the stopped undo has reached are not part of the next one.
  await portal.pool.query(
    `UPDATE document_run_item SET outcome = 'changed', reversal = '{}', version_after = 9
     WHERE run_number = $1 AND document_id = $2`,
    [undo.number, ids[0]],
  )
  const { body: again } = await calls.undo(administrator, run.number)
  expect(again.total).toBe(MAX_AT_ONCE)
  expect((await calls.get(administrator, run.number)).body).toMatchObject({
    undoneBy: again.number,
    mayUndo: false,
  })
  expect((await calls.undo(administrator, run.number)).body.code).toBe('run.undone')
  expect(new Set(await statusesOf(ids.slice(1)))).toEqual(new Set([1]))
})

test('R20.48 a long run is recorded as a run of its starter', async () => {
  const { administrator } = portal.people
  const ids = await addMany(MAX_AT_ONCE + 1)
  await calls.start(administrator, { ids }, COMPLETED)
  await calls.work()
  const { rows } = await portal.pool.query(
    `SELECT DISTINCT actor_kind, account_id, actor_name FROM audit_record
     WHERE subject_kind = 'document' AND action = 'document.status_set' AND subject_id = ANY ($1::text[])`,
    [ids.map(String)],
  )
  expect(rows).toEqual([
    { actor_kind: 'run', account_id: administrator.accountId, actor_name: administrator.email },
  ])
})

test('R20.54 a long run lets the run of another person have a turn', async () => {
  const { people, addPerson, pool } = portal
  const other = await addPerson({ email: 'other@firm.example', role: 'administrator' })
  const [long, short] = [await addMany(2500), await addMany(MAX_AT_ONCE + 1)]
  const { body: first } = await calls.start(people.administrator, { ids: long }, COMPLETED)
  const { body: second } = await calls.start(other, { ids: short }, COMPLETED)
  await calls.work()
  const { rows } = await pool.query<{ actor: number }>(
    `SELECT account_id AS actor FROM audit_record
     WHERE subject_kind = 'document' AND action = 'document.status_set' AND subject_id = ANY ($1::text[])
     ORDER BY id DESC LIMIT 1`,
    [[...long, ...short].map(String)],
  )
  expect(rows).toEqual([{ actor: people.administrator.accountId }])
  for (const { number, total } of [first, second]) {
    expect((await calls.get(people.administrator, number)).body).toMatchObject({
      state: 'done',
      changed: total,
    })
  }
})

test('R20.55 a person who was disabled while a run waited for its files changes nothing', async () => {
  const { addPerson, pool } = portal
  const person = await addPerson({ email: 'waits@firm.example', role: 'administrator' })
  const ids = await add(1)
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM document WHERE id = ANY ($1) FOR UPDATE', [ids])
  const answer = calls.start(person, { ids }, COMPLETED)
  await waitForBlocked(portal)
  await pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [person.accountId])
  await holder.query('COMMIT')
  holder.release()
  expect((await answer).status).toBe(401)
  expect(await statusesOf(ids)).toEqual([1])
})

test('R20.55 a long run whose person is disabled while a batch waits for its files changes nothing', async () => {
  const { addPerson, pool, people } = portal
  const person = await addPerson({ email: 'long@firm.example', role: 'administrator' })
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(person, { ids }, COMPLETED)
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM document WHERE id = $1 FOR UPDATE', [ids[0]])
  const work = calls.work()
  await waitForBlocked(portal)
  await pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [person.accountId])
  await holder.query('COMMIT')
  holder.release()
  await work
  expect((await calls.get(people.administrator, run.number)).body).toMatchObject({
    state: 'stopped',
    changed: 0,
  })
  expect(new Set(await statusesOf(ids))).toEqual(new Set([1]))
})

test('R20.56 preview and run name no file of the bin to people who may not open it', async () => {
  const { administrator, clerk } = portal.people
  const [id = 0] = await add(1, portal.counties.loving, administrator)
  const { body: refused } = await calls.start(clerk, { ids: [id] }, { kind: 'bin' })
  const nameFor = async (person: TestPerson, number: number) =>
    (await calls.documents(person, number)).body.documents[0]?.FileName
  expect(await nameFor(clerk, refused.number)).toMatch(/./u)
  await calls.start(administrator, { ids: [id] }, { kind: 'bin' })
  const { body: preview } = await calls.preview(clerk, { ids: [id] }, { kind: 'restore' })
  expect(preview.reasons).toMatchObject([{ count: 1, examples: [] }])
  expect(await nameFor(clerk, refused.number)).toBe('')
  expect(await nameFor(administrator, refused.number)).toMatch(/./u)
})

test('R20.57 a filter that matches more files than the limit is refused', async () => {
  const { counties, people, world } = portal
  const context = contextOfPerson(world, { ...people.administrator, isAdmin: true })
  const ids = await add(2, counties.winkler)
  const filter = selection.parse({ filter: `countyId=${counties.winkler}` })
  const most = (await selectDocuments(context, filter, RUN_LIMIT)).ids.length
  expect(most).toBeGreaterThanOrEqual(ids.length)
  const limit = { ...RUN_LIMIT, most }
  expect((await selectDocuments(context, filter, limit)).ids).toHaveLength(most)
  await add(1, counties.winkler)
  await expect(selectDocuments(context, filter, limit)).rejects.toMatchObject({
    code: 'run.too_many_selected',
  })
})

test('R20.58 a preview ends when its sender is gone', async () => {
  const context = contextOfPerson(portal.world, { ...portal.people.administrator, isAdmin: true })
  const request = { selection: selection.parse({ ids: await add(1) }), action: COMPLETED }
  const gone = new AbortController()
  const preview = previewRun(context, request, gone.signal)
  gone.abort(new SenderGone('The sender is gone.'))
  await expect(preview).rejects.toThrow(SenderGone)
})

test('R20.35 a run ends for a person who loses the right to it', async () => {
  const { addPerson, pool } = portal
  const person = await addPerson({ email: 'leaves@firm.example', role: 'administrator' })
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(person, { ids }, COMPLETED)
  await pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [person.accountId])
  await calls.work()
  expect((await calls.get(portal.people.administrator, run.number)).body).toMatchObject({
    state: 'stopped',
    changed: 0,
  })
  expect(new Set(await statusesOf(ids))).toEqual(new Set([1]))
  const { rows } = await pool.query(
    `SELECT actor_kind, after FROM audit_record WHERE subject_kind = 'run' AND subject_id = $1 AND action = 'run.stopped'`,
    [String(run.number)],
  )
  expect(rows).toEqual([
    { actor_kind: 'job', after: { pending: MAX_AT_ONCE + 1, because: 'its starter lost the right' } },
  ])
})

test('R20.36 a filter selects what the list shows, except some, and only what the caller sees', async () => {
  const { people, counties } = portal
  const [kept = 0, other = 0] = await add(2, counties.loving, people.colleague)
  const [foreign = 0] = await add(1, counties.winkler, people.neighbor)
  const filter = `uploadedBy=${people.colleague.email}`
  const { body: run } = await calls.start(people.colleague, { filter, except: [kept] }, { kind: 'bin' })
  expect(run).toMatchObject({ total: 1, changed: 1 })
  const deleted = async () =>
    (
      await portal.pool.query<{ id: number }>(
        'SELECT id FROM document WHERE id = ANY ($1) AND deleted_at IS NOT NULL',
        [[kept, other, foreign]],
      )
    ).rows.map(({ id }) => id)
  expect(await deleted()).toEqual([other])
  const { body: named } = await calls.start(people.colleague, { ids: [foreign] }, { kind: 'bin' })
  expect(named).toMatchObject({ changed: 0, refused: 1, reasons: [{ code: 'document.not_found' }] })
  expect((await calls.documents(people.colleague, named.number)).body.documents).toEqual([])
  expect(await deleted()).toEqual([other])
  const countyId = counties.winkler
  expect(
    (await calls.preview(people.colleague, { filter: `countyId=${countyId}` }, { kind: 'bin' })).status,
  ).toBe(403)
  expect((await calls.start(people.colleague, { ids: [kept] }, COMPLETED)).status).toBe(403)
  for (const call of [calls.get, calls.stop, calls.undo, calls.documents]) {
    expect((await call(people.neighbor, run.number)).status).toBe(404)
  }
  expect((await calls.undo(people.colleague, run.number)).body).toMatchObject({ changed: 1 })
  expect(await deleted()).toEqual([])
})

test('R20.37 a run cannot be undone after 30 days', async () => {
  const { administrator } = portal.people
  const { body: run } = await calls.start(administrator, { ids: await add(1) }, COMPLETED)
  await portal.pool.query(
    `UPDATE document_run SET ended_at = ended_at - interval '30 days 1 second' WHERE number = $1`,
    [run.number],
  )
  expect((await calls.get(administrator, run.number)).body.mayUndo).toBe(false)
  expect((await calls.undo(administrator, run.number)).body.code).toBe('run.too_old')
})
