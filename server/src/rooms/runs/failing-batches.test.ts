import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { stalledRunMetrics } from './stalled-runs.metrics.ts'
import { stalledRunWarnings } from './stalled-runs.warnings.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = runCalls(portal)
})
afterAll(() => portal.close())

const COMPLETED = { kind: 'status', statusId: 2 } as const
const MINUTE_MS = 60_000

/** The change of these documents fails in the database. */
beforeEach(() =>
  portal.pool.query(`
    CREATE TABLE bad_document (id integer, code text);
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE why text; BEGIN
      SELECT code INTO why FROM bad_document WHERE id = NEW.id;
      IF FOUND THEN RAISE EXCEPTION 'no' USING ERRCODE = why; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER fail BEFORE UPDATE ON document FOR EACH ROW EXECUTE FUNCTION fail()`),
)
afterEach(() =>
  portal.pool.query('DROP TRIGGER fail ON document; DROP FUNCTION fail(); DROP TABLE bad_document'),
)

const spoil = (ids: readonly (number | undefined)[], code = 'P0001') =>
  portal.pool.query('INSERT INTO bad_document SELECT unnest($1::integer[]), $2', [ids, code])

/** Lets failed jobs be tried again, without the attempts that end the sessions of the test. */
const retryJobs = () => portal.pool.query('UPDATE job SET run_at = now()')

let people = 0
async function startLong() {
  const person = await portal.addPerson({ email: `runs${(people += 1)}@firm.example`, role: 'administrator' })
  const ids = await addManyDocuments(portal.pool, MAX_AT_ONCE + 50, {
    county: portal.counties.loving,
    by: portal.people.clerk,
  })
  const { body: run } = await calls.start(person, { ids }, COMPLETED)
  return { person, ids, run, read: async () => (await calls.get(person, run.number)).body }
}

test('R20.64 a document whose change fails again and again is refused, and the others are changed', async () => {
  const { person, ids, run, read } = await startLong()
  await spoil([ids[3], ids[90]])
  await calls.work()
  expect(await read()).toMatchObject({ state: 'running', changed: 150, refused: 0 })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await retryJobs()
    await calls.work()
  }
  expect(await read()).toMatchObject({ state: 'done', changed: 248, unchanged: 0, refused: 2 })
  const sentence =
    'The portal could not change this file. Please report it to the helpdesk with the number of the run.'
  expect((await read()).reasons).toEqual([{ code: 'run.file_failed', sentence, count: 2 }])
  const { body: listed } = await calls.documents(person, run.number, { outcome: 'refused' })
  expect(listed.documents.map(({ FileID, reason }) => [FileID, reason])).toEqual([
    [ids[3], sentence],
    [ids[90], sentence],
  ])
})

test.each([
  ['a full disk', '53100'],
  ['a deadlock', '40P01'],
])('R20.64 %s refuses no document', async (_what, code) => {
  const { ids, read } = await startLong()
  await spoil([ids[3]], code)
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await calls.work()
    await retryJobs()
  }
  expect(await read()).toMatchObject({ state: 'running', refused: 0 })
  await portal.pool.query('DELETE FROM bad_document')
  await calls.work()
  expect(await read()).toMatchObject({ state: 'done', changed: 250, refused: 0 })
})

test('R20.65 a run that does not advance is a warning and a gauge after 15 minutes, and its page says why', async () => {
  const { ids, run, read } = await startLong()
  await spoil(ids)
  const warnings = async () => (await stalledRunWarnings.collect(portal.world)).map(({ text }) => text)
  const gauge = () => stalledRunMetrics.read(portal.world)
  const waiting = 'It does not advance: it waits for its turn.'
  await letTimePass(portal, 20 * MINUTE_MS)
  expect([await warnings(), (await read()).delay]).toEqual([[], waiting])
  await calls.work()
  expect(await warnings()).toEqual([
    `Run ${run.number} has changed no file for 20 minutes: its changes fail.`,
  ])
  expect(await gauge()).toEqual([{ gauge: 'portal_runs_stalled', value: 1 }])
  expect((await read()).delay).toBe('It does not advance: changes failed, and the portal tries again.')
  const readyz = await portal.app.inject({ url: '/readyz' })
  expect(readyz.json<{ warnings: string[] }>().warnings).toEqual(expect.arrayContaining(await warnings()))
  await portal.pool.query('DELETE FROM bad_document')
  await retryJobs()
  await portal.pool.query(`UPDATE document_run_item SET failures = 0 WHERE run_number = $1`, [run.number])
  await calls.work()
  expect([await warnings(), (await read()).delay, await gauge()]).toEqual([
    [],
    null,
    [{ gauge: 'portal_runs_stalled', value: 0 }],
  ])
})

test('R20.65 a run without a job is a warning, and its page says what to do', async () => {
  const { person, run, read } = await startLong()
  await portal.pool.query(`DELETE FROM job WHERE kind = 'document-run'`)
  await letTimePass(portal, 15 * MINUTE_MS)
  const found = await stalledRunWarnings.collect(portal.world)
  expect(found.map(({ text }) => text)).toEqual([
    `Run ${run.number} has changed no file for 15 minutes: it has no job.`,
  ])
  expect((await read()).delay).toBe('It does not advance: it lost its place. Please stop it and start again.')
  await calls.stop(person, run.number)
  expect(await stalledRunWarnings.collect(portal.world)).toEqual([])
})
