import { deleteUpload } from '@portal/contract/files/files.ts'
import { listNotices, readNotices, type Notice } from '@portal/contract/notices/notices.ts'
import { deletePermanently, restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { listAssignees, setAssignee, type Assignee } from '@portal/contract/work/assignees.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
let engineer: TestPerson
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = runCalls(portal)
  const countyIds = [portal.counties.loving]
  engineer = await portal.addPerson({ email: 'engineer@firm.example', role: 'staff', countyIds })
})
afterAll(() => portal.close())

/** Of the clerk, of the colleague, of nobody, and one of another county. */
let ids: readonly [number, number, number, number]
beforeEach(async () => {
  await portal.pool.query('DELETE FROM notice')
  const { counties, people } = portal
  const add = () => searchCalls(portal).add({ county: counties.loving, by: people.clerk, description: '' })
  const other = searchCalls(portal).add({ county: counties.winkler, by: people.neighbor, description: '' })
  ids = [await add(), await add(), await add(), await other]
  await assign(people.clerk, ids[0], 'me')
  await assign(people.colleague, ids[1], 'me')
})

async function assign(person: TestPerson, fileId: number, assignTo: 'me' | 'nobody') {
  const answer = await portal.call(person, setAssignee, { params: { fileId }, payload: { assignTo } })
  expect(answer.statusCode).toBe(200)
}

/** The addresses of who has the documents, in their order. */
async function assignees() {
  const query = { ids: ids.join(',') }
  const answer = await portal.call(portal.people.administrator, listAssignees, { query })
  const { files } = answer.json<{ files: { FileID: number; Assignee: Assignee }[] }>()
  return ids.map((id) => files.find(({ FileID }) => FileID === id)?.Assignee.Email ?? null)
}

test('R24.30 R24.31 a run assigns files to a person who sees them, and its undo gives each back to who had it', async () => {
  const { administrator, clerk, colleague } = portal.people
  const action = { kind: 'assign', personId: clerk.accountId } as const
  const preview = await calls.preview(administrator, { ids: [...ids] }, action)
  expect(preview.body).toMatchObject({ changed: 2, unchanged: 1, refused: 1 })
  expect(await assignees()).toEqual([clerk.email, colleague.email, null, null])
  const { body: run } = await calls.start(administrator, { ids: [...ids] }, action)
  expect(run).toMatchObject({
    what: `Assign to ${clerk.email}`,
    changed: 2,
    unchanged: 1,
    refused: 1,
    reasons: [{ code: 'assignee.unknown', count: 1 }],
  })
  expect(await assignees()).toEqual([clerk.email, clerk.email, clerk.email, null])
  const { body: undo } = await calls.undo(administrator, run.number)
  expect(undo).toMatchObject({ changed: 2, refused: 0 })
  expect(await assignees()).toEqual([clerk.email, colleague.email, null, null])
  const { body: again } = await calls.undo(administrator, undo.number)
  expect(again).toMatchObject({ changed: 2 })
  expect(await assignees()).toEqual([clerk.email, clerk.email, clerk.email, null])
})

test('R24.41 an undo writes back who assigned a file and when', async () => {
  const { administrator, clerk, colleague } = portal.people
  const origins = async () => {
    const { rows } = await portal.pool.query<{ by: number; at: Date }>(
      `SELECT assigned_by AS by, assigned_at AS at FROM document_assignee WHERE document_id = ANY ($1)
       ORDER BY document_id`,
      [ids],
    )
    return rows
  }
  const before = await origins()
  expect(before.map(({ by }) => by)).toEqual([clerk.accountId, colleague.accountId])
  portal.clock.advance(60_000)
  const action = { kind: 'assign', personId: engineer.accountId } as const
  const { body: run } = await calls.start(administrator, { ids: ids.slice(0, 2) }, action)
  const during = await origins()
  expect(during).not.toEqual(before)
  const { body: undo } = await calls.undo(administrator, run.number)
  expect(await origins()).toEqual(before)
  await calls.undo(administrator, undo.number)
  expect(await origins()).toEqual(during)
})

const noteOf = (person: TestPerson, FileID: number) => ({
  sentence: `Now assigned to ${person.email}.`,
  count: 1,
  examples: [{ FileID, FileName: 'scan.pdf' }],
})

test('R24.40 the preview names who has the files now, with the first files', async () => {
  const { administrator, clerk, colleague } = portal.people
  await assign(engineer, ids[2], 'me')
  const toClerk = { kind: 'assign', personId: clerk.accountId } as const
  const { body } = await calls.preview(administrator, { ids: [...ids] }, toClerk)
  expect(body.notes).toEqual([noteOf(colleague, ids[1]), noteOf(engineer, ids[2])])
  const { body: free } = await calls.preview(administrator, { ids: [ids[0]] }, toClerk)
  expect(free).toMatchObject({ unchanged: 1, notes: [] })
  const { body: other } = await calls.preview(
    administrator,
    { ids: [...ids] },
    { kind: 'status', statusId: 3 },
  )
  expect(other.notes).toEqual([])
})

test('R24.31 an undo leaves a file that somebody has assigned since, and minds no other change', async () => {
  const { administrator, clerk, colleague } = portal.people
  const selection = { ids: ids.slice(0, 3) }
  const { body: run } = await calls.start(administrator, selection, { kind: 'assign', personId: null })
  expect(run).toMatchObject({ what: 'Assign to nobody', changed: 2, unchanged: 1 })
  await assign(engineer, ids[0], 'me')
  await calls.start(administrator, { ids: [ids[1]] }, { kind: 'status', statusId: 3 })
  const { body: undo } = await calls.undo(administrator, run.number)
  expect(undo).toMatchObject({ changed: 1, refused: 1, reasons: [{ code: 'assignee.other', count: 1 }] })
  expect(await assignees()).toEqual([engineer.email, colleague.email, null, null])
  expect(clerk.email).not.toBe(engineer.email)
})

test('R24.32 a run needs the right to edit, and a person of the caller’s counties', async () => {
  const { clerk, neighbor } = portal.people
  const selection = { ids: [ids[0]] }
  const refused = await calls.start(clerk, selection, { kind: 'assign', personId: clerk.accountId })
  expect(refused.status).toBe(403)
  for (const personId of [neighbor.accountId, 99_999]) {
    const unknown = await calls.start(engineer, selection, { kind: 'assign', personId })
    expect([unknown.status, unknown.body]).toMatchObject([400, { code: 'run.person_unknown' }])
  }
})

describe('R23.36 the notice of a run', () => {
  test('R23.36 a run gives its person one notice of all files, and its undo takes it away', async () => {
    const { administrator, clerk } = portal.people
    const assigned = await calls.start(administrator, { ids: [...ids] }, toPerson(clerk))
    expect(await noticesOf(clerk)).toMatchObject([
      { kind: 'assigned', others: 1, text: textOf(ids[1], ' and 1 other file') },
    ])
    await calls.undo(administrator, assigned.body.number)
    expect(await noticesOf(clerk)).toEqual([])
    await calls.start(administrator, { ids: [...ids] }, { kind: 'assign', personId: null })
    await calls.start(engineer, { ids: [...ids] }, toPerson(engineer))
    expect(await noticesOf(engineer)).toEqual([])
  })

  test('R23.37 the notice names another file of the run when the first one leaves', async () => {
    const { administrator, clerk, colleague } = portal.people
    await assign(colleague, ids[1], 'nobody')
    const [, , third] = ids
    await calls.start(administrator, { ids: [ids[1], third] }, toPerson(clerk))
    const texts = async () => (await noticesOf(clerk)).map(({ text, isRead }) => [text, isRead])
    expect(await texts()).toEqual([[ofBoth(ids[1]), false]])
    const params = { fileId: ids[1] }
    await portal.call(administrator, deleteUpload, { params })
    expect(await texts()).toEqual([[ofBoth(third), false]])
    const deleted = await portal.call(administrator, deletePermanently, { params })
    expect(deleted.statusCode).toBe(200)
    expect(await texts()).toEqual([[ofBoth(third), false]])
    await portal.call(clerk, readNotices, { payload: { fileId: third } })
    expect(await texts()).toEqual([[ofBoth(third), true]])
    await assign(clerk, third, 'nobody')
    expect(await texts()).toEqual([])
  })

  test('R23.37 an undo takes away what it gives back, and nothing if it changes no file', async () => {
    const { administrator, clerk, colleague } = portal.people
    await assign(colleague, ids[1], 'nobody')
    const { body: run } = await calls.start(administrator, { ids: [ids[1], ids[2]] }, toPerson(clerk))
    const texts = async () => (await noticesOf(clerk)).map(({ text }) => text)
    const bin = (fileId: number) => portal.call(administrator, deleteUpload, { params: { fileId } })
    const restore = (fileId: number) => portal.call(administrator, restoreFile, { params: { fileId } })
    await Promise.all([bin(ids[1]), bin(ids[2])])
    expect((await calls.undo(administrator, run.number)).body).toMatchObject({ changed: 0, refused: 2 })
    await restore(ids[1])
    await restore(ids[2])
    expect(await texts()).toEqual([textOf(ids[1], ' and 1 other file')])
    await bin(ids[2])
    expect((await calls.undo(administrator, run.number)).body).toMatchObject({ changed: 1, refused: 1 })
    await restore(ids[2])
    expect(await texts()).toEqual([textOf(ids[2], '')])
  })

  test('R23.36 so does a run in batches', async () => {
    const { administrator, clerk } = portal.people
    const county = portal.counties.loving
    const many = await addManyDocuments(portal.pool, 2 * MAX_AT_ONCE + 5, { county, by: clerk })
    const run = await calls.start(administrator, { ids: many }, toPerson(clerk))
    expect(run.status).toBe(200)
    await calls.work()
    expect((await noticesOf(clerk)).map(({ text }) => text)).toEqual([
      textOf(many[0] ?? 0, ` and ${2 * MAX_AT_ONCE + 4} other files`),
    ])
  })
})

const noticesOf = async (person: TestPerson) =>
  (await portal.call(person, listNotices)).json<{ notices: Notice[] }>().notices
const textOf = (first: number, others: string) => `admin@firm.example assigned file ${first}${others} to you.`
const ofBoth = (first: number) => textOf(first, ' and 1 other file')
const toPerson = ({ accountId }: TestPerson) => ({ kind: 'assign', personId: accountId }) as const
