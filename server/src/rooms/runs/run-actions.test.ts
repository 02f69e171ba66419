import type { RunAction } from '@portal/contract/runs/actions.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { listRuns, type Run } from '@portal/contract/runs/runs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCalls } from '../../testing/run-calls.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = runCalls(portal)
  const { pool, counties } = portal
  await pool.query(`INSERT INTO organization (party_number, organization_name) VALUES (70, 'Acme Oil')`)
  await pool.query(
    `INSERT INTO county_organization (county_id, party_number, name) VALUES ($1, 70, 'ACME')`,
    [counties.loving],
  )
  await pool.query(
    `INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES (9, 'Ryan LLC', 'RY')`,
  )
})
afterAll(() => portal.close())

let ids: number[]
let inLoving = 0
let elsewhere = 0
beforeEach(async () => {
  const { counties, people } = portal
  const documents = searchCalls(portal)
  inLoving = await documents.add({ county: counties.loving, by: people.clerk, description: 'First words' })
  elsewhere = await documents.add({ county: counties.winkler, by: people.neighbor, description: 'Other' })
  ids = [inLoving, elsewhere]
})

async function factsOf(id: number) {
  const { rows } = await portal.pool.query<Record<string, unknown>>(
    `SELECT status_id, type_id, description, rendered, rendered_date::text AS day, extended, deleted_at IS NOT NULL AS binned,
       (SELECT array_agg(party_number || '/' || relation_type_id) FROM document_owner WHERE document_id = d.id) AS owners,
       (SELECT array_agg(agent_number || '/' || relation_type_id) FROM document_agent WHERE document_id = d.id) AS agents
     FROM document AS d WHERE id = $1`,
    [id],
  )
  return rows[0]
}

async function lastRecordOf(id: number) {
  const { rows } = await portal.pool.query<{
    action: string
    before: unknown
    after: unknown
    actor_name: string
  }>(
    `SELECT action, before, after, actor_name FROM audit_record
     WHERE subject_kind = 'document' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
    [String(id)],
  )
  return rows[0]
}

test.each<[RunAction, object, string, object]>([
  [{ kind: 'status', statusId: 4 }, { status_id: 4 }, 'document.status_set', { status: 'New' }],
  [{ kind: 'type', typeId: 2 }, { type_id: 2 }, 'document.described', { attachmentTypeId: 1 }],
  [
    { kind: 'rendered', renderedDate: '2026-05-15' },
    { rendered: true, day: '2026-05-15' },
    'document.rendered_set',
    { rendered: false, renderedDate: null },
  ],
  [{ kind: 'extended', extended: true }, { extended: true }, 'document.rendered_set', { extended: false }],
  [
    { kind: 'description', mode: 'set', text: ' Whole ' },
    { description: 'Whole' },
    'document.described',
    { description: 'First words' },
  ],
  [
    { kind: 'description', mode: 'prefix', text: 'Late:' },
    { description: 'Late: First words' },
    'document.described',
    { description: 'First words' },
  ],
  [{ kind: 'bin' }, { binned: true }, 'document.binned', { fileName: 'scan.pdf' }],
])(
  'R20.38 %o changes a document, a second run leaves it, and the undo goes back',
  async (action, wanted, record, before) => {
    const { administrator } = portal.people
    const former = await factsOf(inLoving)
    const { body: run } = await calls.start(administrator, { ids: [inLoving] }, action)
    expect(run).toMatchObject({ changed: 1 })
    expect(await factsOf(inLoving)).toEqual({ ...former, ...wanted })
    expect(await lastRecordOf(inLoving)).toMatchObject({
      action: record,
      before,
      actor_name: administrator.email,
    })
    const { body: again } = await calls.start(administrator, { ids: [inLoving] }, action)
    expect(again.changed).toBe(0)
    expect((await calls.undo(administrator, again.number)).body.code).toBe('run.nothing_selected')
    const { body: undo } = await calls.undo(administrator, run.number)
    expect(undo).toMatchObject({ changed: 1 })
    expect(await factsOf(inLoving)).toEqual(former)
    const { body: redo } = await calls.undo(administrator, undo.number)
    expect(redo).toMatchObject({
      changed: 1,
      what: undo.what.replace(String(run.number), String(undo.number)),
    })
    expect(await factsOf(inLoving)).toEqual({ ...former, ...wanted })
  },
)

test('R20.38 a restored document goes back to the bin, in the name of the person who undoes', async () => {
  const { administrator, clerk } = portal.people
  await portal.call(clerk, deleteUpload, { params: { fileId: inLoving } })
  const { body: run } = await calls.start(clerk, { ids: [inLoving] }, { kind: 'restore' })
  expect(await factsOf(inLoving)).toMatchObject({ binned: false })
  expect((await calls.undo(administrator, run.number)).body).toMatchObject({ changed: 1 })
  const { rows } = await portal.pool.query('SELECT deleted_by FROM document WHERE id = $1', [inLoving])
  expect(rows).toEqual([{ deleted_by: administrator.accountId }])
})

test.each<[RunAction, RunAction, string, string]>([
  [
    { kind: 'link-owner', partyNumber: 70, relationTypeId: 1 },
    { kind: 'unlink-owner', partyNumber: 70, relationTypeId: 1 },
    'owners',
    '70/1',
  ],
  [
    { kind: 'link-agent', agentNumber: 9, relationTypeId: 1 },
    { kind: 'unlink-agent', agentNumber: 9, relationTypeId: 1 },
    'agents',
    '9/1',
  ],
])('R20.39 %o and %o change the links of documents, and are undone', async (link, unlink, field, linked) => {
  const { administrator } = portal.people
  const { body: run } = await calls.start(administrator, { ids: [inLoving] }, link)
  expect(run).toMatchObject({ changed: 1 })
  expect(await factsOf(inLoving)).toMatchObject({ [field]: [linked] })
  expect((await calls.start(administrator, { ids: [inLoving] }, link)).body).toMatchObject({ unchanged: 1 })
  const { body: undo } = await calls.undo(administrator, run.number)
  expect(undo).toMatchObject({ changed: 1 })
  expect(await factsOf(inLoving)).toMatchObject({ [field]: null })
  expect((await calls.start(administrator, { ids: [inLoving] }, unlink)).body).toMatchObject({ unchanged: 1 })
})

test('R20.39 an owner is linked only to documents of its counties, and its link ends what the sender named', async () => {
  const { administrator, clerk } = portal.people
  await portal.pool.query(
    `INSERT INTO named_owner (document_id, county_id, party_number, account_id, named_at) VALUES ($1, $2, 70, $3, now())`,
    [inLoving, portal.counties.loving, clerk.accountId],
  )
  const action = { kind: 'link-owner', partyNumber: 70, relationTypeId: 1 } as const
  const { body: preview } = await calls.preview(administrator, { ids }, action)
  const { body: run } = await calls.start(administrator, { ids }, action)
  for (const counts of [preview, run]) {
    expect(counts).toMatchObject({
      changed: 1,
      refused: 1,
      reasons: [{ code: 'link.organization_of_other_county' }],
    })
  }
  expect(
    (await portal.pool.query('SELECT FROM named_owner WHERE document_id = $1', [inLoving])).rowCount,
  ).toBe(0)
})

test.each<[RunAction, string]>([
  [{ kind: 'status', statusId: 99 }, 'document.status_unknown'],
  [{ kind: 'type', typeId: 9999 }, 'run.type_unknown'],
  [{ kind: 'description', mode: 'set', text: '  ' }, 'description.required'],
  [{ kind: 'description', mode: 'prefix', text: 'a '.repeat(101) }, 'description.too_many_words'],
  [{ kind: 'description', mode: 'set', text: 'a\0b' }, 'request.invalid'],
  [{ kind: 'link-owner', partyNumber: 71, relationTypeId: 1 }, 'link.organization_unknown'],
  [{ kind: 'link-owner', partyNumber: 70, relationTypeId: 99 }, 'link.relation_type_unknown'],
  [{ kind: 'link-agent', agentNumber: 8, relationTypeId: 1 }, 'run.agent_unknown'],
])('R20.40 %o is refused before anything changes', async (action, code) => {
  const { administrator } = portal.people
  for (const call of [calls.preview, calls.start]) {
    expect(await call(administrator, { ids }, action)).toMatchObject({ status: 400, body: { code } })
  }
})

/** Sixty characters. */
const LONG = 'Late filing of the gas plant north of town, received by hand'

test.each<[string, 'set' | 'prefix', string, string]>([
  ['a text', 'set', '  Gas\nplant ', 'Replace the description with “Gas plant”'],
  ['a text before it', 'prefix', 'Late:', 'Put “Late:” before the description'],
  ['a long text', 'set', `${LONG} on Monday`, `Replace the description with “${LONG}…”`],
  ['a long word', 'set', '𝒳'.repeat(61), `Replace the description with “${'𝒳'.repeat(60)}…”`],
])(
  'R20.73 a run names the first words of its description, and its audit record none: %s',
  async (_name, mode, text, title) => {
    const { administrator } = portal.people
    const { body: run } = await calls.start(administrator, { ids }, { kind: 'description', mode, text })
    expect(run.what).toBe(title)
    const { runs } = (await portal.call(administrator, listRuns)).json<{ runs: Pick<Run, 'what'>[] }>()
    expect(runs[0]?.what).toBe(title)
    const { rows } = await portal.pool.query<{ what: string }>(
      `SELECT after ->> 'what' AS what FROM audit_record WHERE action = 'run.started' AND subject_id = $1`,
      [String(run.number)],
    )
    expect(rows).toEqual([
      { what: mode === 'set' ? 'Replace the description' : 'Put a text before the description' },
    ])
  },
)

test('R20.73 a run names category and type as the screens do', async () => {
  const { body: run } = await calls.start(portal.people.administrator, { ids }, { kind: 'type', typeId: 2 })
  expect(run.what).toMatch(/^Set the type to [^·,]+ · [^·]+$/u)
})

test('R20.40 half a character becomes the replacement character, as in a single change', async () => {
  const { administrator } = portal.people
  const action = { kind: 'description', mode: 'set', text: 'a\ud800b' } as const
  expect((await calls.start(administrator, { ids: [inLoving] }, action)).body).toMatchObject({ changed: 1 })
  expect(await factsOf(inLoving)).toMatchObject({ description: 'a\ufffdb' })
})

test('R20.41 preview and run refuse each document for the reason that a single change has', async () => {
  const { administrator } = portal.people
  await portal.pool.query('UPDATE document SET type_id = 2, description = $2 WHERE id = $1', [
    elsewhere,
    'b '.repeat(99).trim(),
  ])
  const cases: [RunAction, string][] = [
    [{ kind: 'rendered', renderedDate: '2026-05-15' }, 'document.no_rendition'],
    [{ kind: 'description', mode: 'prefix', text: 'two words' }, 'description.too_many_words'],
  ]
  for (const [action, code] of cases) {
    const expected = { changed: 1, refused: 1, reasons: [{ code, count: 1 }] }
    expect((await calls.preview(administrator, { ids }, action)).body).toMatchObject(expected)
    expect((await calls.start(administrator, { ids }, action)).body).toMatchObject(expected)
  }
  const { rows } = await portal.pool.query<{ id: number }>(
    'SELECT id FROM document_type WHERE category_id <> 1 LIMIT 1',
  )
  const action = { kind: 'type', typeId: rows[0]?.id ?? 0 } as const
  const refused = { changed: 0, refused: 2, reasons: [{ code: 'document.type_outside_category' }] }
  expect((await calls.start(administrator, { ids }, action)).body).toMatchObject(refused)
})
