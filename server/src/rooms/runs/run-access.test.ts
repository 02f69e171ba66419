import { randomUUID } from 'node:crypto'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { listRuns, startRun, type Run } from '@portal/contract/runs/runs.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { selection } from '@portal/contract/runs/selection.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMissing } from '../../records/search-index/index-sweep.job.ts'
import { selectDocuments } from '../../records/search-index/select-documents.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { archiveCalls } from '../../testing/archive-calls.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { pageTextsOf, searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { RUN_LIMIT } from './run-limit.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
let documents: ReturnType<typeof searchCalls>
const texts = new Map<number, readonly string[]>()
beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    environment: { RATE_LIMIT: 'off' },
    pageTexts: pageTextsOf(texts),
  })
  calls = runCalls(portal)
  documents = searchCalls(portal, texts)
})
afterAll(() => portal.close())

const BIN = { kind: 'bin' } as const
const COMPLETED = { kind: 'status', statusId: 2 } as const

const owner = (partyNumber: number) => ({ kind: 'link-owner', partyNumber, relationTypeId: 1 }) as const
const agent = (agentNumber: number) => ({ kind: 'link-agent', agentNumber, relationTypeId: 1 }) as const

const addMany = (n: number) =>
  addManyDocuments(portal.pool, n, { county: portal.counties.loving, by: portal.people.clerk })

async function recordsOf(number: number) {
  const { rows } = await portal.pool.query<Record<string, unknown>>(
    `SELECT action, actor_kind, account_id, came_from, after FROM audit_record
     WHERE subject_kind = 'run' AND subject_id = $1 ORDER BY id`,
    [String(number)],
  )
  return rows
}

const runsOf = async (person: TestPerson) =>
  (await portal.call(person, listRuns)).json<{ runs: Pick<Run, 'number' | 'what'>[] }>().runs

test('R20.34 R20.36 V8.2.2 nobody stops a running run of another, and a person’s stop is recorded once', async () => {
  const { people } = portal
  const ids = await addMany(MAX_AT_ONCE + 1)
  const { body: run } = await calls.start(people.clerk, { ids }, BIN)
  expect(await recordsOf(run.number)).toEqual([
    {
      action: 'run.started',
      actor_kind: 'person',
      account_id: people.clerk.accountId,
      came_from: '127.0.0.1',
      after: { what: 'Move to the recycle bin', documents: ids.length },
    },
  ])
  for (const other of [people.colleague, people.neighbor, people.staff])
    expect(await calls.stop(other, run.number)).toMatchObject({
      status: 404,
      body: { code: 'run.not_found' },
    })
  expect((await calls.get(people.clerk, run.number)).body.state).toBe('running')
  expect((await calls.stop(people.administrator, run.number)).body.state).toBe('stopped')
  expect((await calls.stop(people.clerk, run.number)).body.state).toBe('stopped')
  expect((await recordsOf(run.number)).slice(1)).toEqual([
    {
      action: 'run.stopped',
      actor_kind: 'person',
      account_id: people.administrator.accountId,
      came_from: '127.0.0.1',
      after: { pending: ids.length },
    },
  ])
})

test('R20.20 V8.2.2 the list of runs has those of its reader only, also for administrators', async () => {
  const { people } = portal
  const { body: own } = await calls.start(people.colleague, { ids: await addMany(1) }, BIN)
  expect((await runsOf(people.colleague)).map(({ number }) => number)).toEqual([own.number])
  expect(await runsOf(people.neighbor)).toEqual([])
  expect((await runsOf(people.administrator)).map(({ number }) => number)).not.toContain(own.number)
})

test('R20.32 V8.2.2 a key belongs to its person: another person with the same request and key has a run of their own', async () => {
  const { people } = portal
  const key = randomUUID()
  const ids = await addMany(1)
  const { body: first } = await calls.start(people.colleague, { ids }, BIN, key)
  expect(first).toMatchObject({ changed: 0, refused: 1 })
  const { status, body: second } = await calls.start(people.clerk, { ids }, BIN, key)
  expect(status).toBe(200)
  expect(second).toMatchObject({ startedBy: people.clerk.email, changed: 1 })
  expect(second.number).not.toBe(first.number)
})

test('R20.32 another action for the same files with a used key is refused, and changes nothing', async () => {
  const { administrator } = portal.people
  const key = randomUUID()
  const ids = await addMany(1)
  const { body: run } = await calls.start(administrator, { ids }, COMPLETED, key)
  expect(run.changed).toBe(1)
  for (const action of [BIN, { kind: 'status', statusId: 3 } as const]) {
    expect(await calls.start(administrator, { ids }, action, key)).toMatchObject({
      status: 409,
      body: { code: 'run.key_used' },
    })
  }
  const { rows } = await portal.pool.query('SELECT status_id, deleted_at FROM document WHERE id = $1', ids)
  expect(rows).toEqual([{ status_id: 2, deleted_at: null }])
})

test('R20.36 R21.13 V8.2.2 a search selects hits of the own counties only, for preview, run and ZIP file', async () => {
  const { people, counties } = portal
  const archives = archiveCalls(portal)
  const inLoving = { county: counties.loving, by: people.clerk }
  const own = await documents.add({ ...inLoving, text: ['tungsten lease'] })
  const excepted = await documents.add({ ...inLoving, text: ['tungsten deed'] })
  await documents.add({ county: counties.winkler, by: people.neighbor, text: ['tungsten', 'osmium'] })
  await queueMissing(portal.world)
  await documents.index()
  const everywhere = { filter: 'q=tungsten' }
  expect((await calls.preview(people.administrator, everywhere, BIN)).body.total).toBe(3)
  expect((await calls.preview(people.clerk, everywhere, BIN)).body).toMatchObject({
    total: 2,
    upTo: excepted,
    changed: 2,
    refused: 0,
  })
  expect((await archives.prepare(people.clerk, everywhere)).body).toMatchObject({ total: 2, leftOut: [] })
  const foreign = { filter: 'q=osmium' }
  expect((await calls.preview(people.clerk, foreign, BIN)).body.code).toBe('run.nothing_selected')
  expect((await calls.start(people.clerk, foreign, BIN)).body.code).toBe('run.nothing_selected')
  expect((await archives.prepare(people.clerk, foreign)).body.code).toBe('run.nothing_selected')
  const some = { ...everywhere, except: [excepted] }
  const { body: run } = await calls.start(people.clerk, some, BIN)
  expect(run).toMatchObject({ total: 1, changed: 1 })
  const { documents: changed } = (await calls.documents(people.clerk, run.number)).body
  expect(changed.map(({ FileID }) => FileID)).toEqual([own])
})

test('R20.5 R20.12 a preview says that a search has more hits than are selected', async () => {
  const { administrator } = portal.people
  const context = contextOfPerson(portal.world, { ...administrator, isAdmin: true })
  const [id = 0] = await addMany(1)
  const searching = (isComplete: boolean) => ({
    ...context,
    searchIndex: {
      ...context.searchIndex,
      search: async () => ({ ids: [id], isComplete, corrections: [], leftOut: [], query: null }),
    },
  })
  const filter = selection.parse({ filter: 'q=lease' })
  for (const isComplete of [true, false])
    expect(await selectDocuments(searching(isComplete), filter, RUN_LIMIT)).toEqual({ ids: [id], isComplete })
})

test('R20.3 R20.57 files that are left out of a filter do not count against its limit', async () => {
  const { people, counties, world } = portal
  const context = contextOfPerson(world, { ...people.administrator, isAdmin: true })
  const ids = await addManyDocuments(portal.pool, 3, { county: counties.winkler, by: people.staff })
  const wanted = selection.parse({ filter: `uploadedBy=${people.staff.email}`, except: ids.slice(0, 1) })
  expect((await selectDocuments(context, wanted, { ...RUN_LIMIT, most: 2 })).ids).toEqual(ids.slice(1))
  await expect(selectDocuments(context, wanted, { ...RUN_LIMIT, most: 1 })).rejects.toMatchObject({
    code: 'run.too_many_selected',
  })
})

test('R20.18 the pages of a run’s files have each file once, and filter by what became of it', async () => {
  const { administrator } = portal.people
  const ids = await addMany(PAGE_SIZE + 3)
  const [done = 0, binned = 0, ...others] = ids
  await calls.start(administrator, { ids: [done] }, COMPLETED)
  await calls.start(administrator, { ids: [binned] }, BIN)
  const { body: run } = await calls.start(administrator, { ids }, COMPLETED)
  const page = async (query: Readonly<Record<string, string | number>>) => {
    const { documents: listed, next } = (await calls.documents(administrator, run.number, query)).body
    return { ids: listed.map(({ FileID }) => FileID), next }
  }
  const first = await page({})
  expect(first).toEqual({ ids: ids.slice(0, PAGE_SIZE), next: ids[PAGE_SIZE - 1] })
  expect(await page({ after: first.next ?? 0 })).toEqual({ ids: ids.slice(PAGE_SIZE), next: null })
  expect(await page({ outcome: 'unchanged' })).toEqual({ ids: [done], next: null })
  expect(await page({ outcome: 'refused' })).toEqual({ ids: [binned], next: null })
  expect((await page({ outcome: 'changed' })).ids).toEqual(others.slice(0, PAGE_SIZE))
  expect(await page({ outcome: 'pending' })).toEqual({ ids: [], next: null })
})

test('R20.48 the records of a long run have the network address from which it was started', async () => {
  const { administrator } = portal.people
  const ids = await addMany(MAX_AT_ONCE + 1)
  const payload = { key: randomUUID(), selection: { ids }, action: COMPLETED }
  await portal.call(administrator, startRun, { payload, remoteAddress: '203.0.113.9' })
  await calls.work()
  const { rows } = await portal.pool.query(
    `SELECT came_from, count(*)::integer AS n FROM audit_record
     WHERE subject_kind = 'document' AND subject_id = ANY ($1::text[]) GROUP BY 1`,
    [ids.map(String)],
  )
  expect(rows).toEqual([{ came_from: '203.0.113.9', n: ids.length }])
})

test('R20.40 V8.2.2 an owner or agent of other counties does not exist for a run', async () => {
  const { counties, people, pool } = portal
  await pool.query(
    `INSERT INTO organization (party_number, organization_name) VALUES (601, 'Own Oil'), (602, 'Foreign Oil');
     INSERT INTO county_organization (county_id, party_number, name)
     VALUES (${counties.loving}, 601, 'Own Oil'), (${counties.winkler}, 602, 'Foreign Oil');
     INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES (61, 'Own Tax', 'OT'), (62, 'Foreign Tax', 'FT');
     INSERT INTO county_agent (county_id, agent_number) VALUES (${counties.loving}, 61), (${counties.winkler}, 62)`,
  )
  const editor = await portal.addPerson({ role: 'staff', countyIds: [counties.loving] })
  const ids = await addMany(1)
  for (const call of [calls.preview, calls.start]) {
    for (const action of [owner(601), agent(61)])
      expect((await call(editor, { ids }, action)).body).toMatchObject({ total: 1 })
    for (const [action, code] of [
      [owner(602), 'link.organization_unknown'],
      [agent(62), 'run.agent_unknown'],
    ] as const) {
      const { status, body } = await call(editor, { ids }, action)
      expect([status, body.code]).toEqual([400, code])
      expect(JSON.stringify(body)).not.toContain('Foreign')
    }
  }
  expect((await calls.preview(people.administrator, { ids }, owner(602))).status).toBe(200)
})
