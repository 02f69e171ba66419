import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { previewRun } from '@portal/contract/runs/runs.ts'
import { listAssignees, setAssignee, type AssignTo } from '@portal/contract/work/assignees.ts'
import { addView, countViews, type SavedView, type ViewCount } from '@portal/contract/views/views.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let engineer: TestPerson
/** Of the clerk, of the colleague, of nobody, and of a person who has left the county. */
let files: readonly [clerks: number, colleagues: number, nobodys: number, leavers: number]
let neighbors: number

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  const { loving, winkler } = portal.counties
  const { clerk, colleague, neighbor } = portal.people
  engineer = await portal.addPerson({ email: 'engineer@firm.example', role: 'staff', countyIds: [loving] })
  const leaver = await portal.addPerson({ email: 'leaver@loving.example', countyIds: [loving] })
  const store = () => storeDocument(portal, clerk)
  files = [await store(), await store(), await store(), await store()]
  neighbors = await storeDocument(portal, neighbor)
  await assign(clerk, files[0], 'me')
  await assign(colleague, files[1], 'me')
  await assign(leaver, files[3], 'me')
  await assign(neighbor, neighbors, 'me')
  await changeAccount({ ...portal.world, actor: COMMAND_LINE }, leaver.email, { countyIds: [winkler] })
})
afterAll(() => portal.close())

async function assign(person: TestPerson, fileId: number, assignTo: AssignTo) {
  const answer = await portal.call(person, setAssignee, { params: { fileId }, payload: { assignTo } })
  expect(answer.statusCode).toBe(200)
}

async function list(person: TestPerson, query: Record<string, string>): Promise<number[]> {
  const answer = await portal.call(person, listUploads, { query })
  return answer.json<{ files: { FileID: number }[] }>().files.map(({ FileID }) => FileID)
}

const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

/** Each filter of a person with the files that it shows. */
function expected(): readonly (readonly [TestPerson, string, readonly number[]])[] {
  const { clerk, colleague, administrator, neighbor } = portal.people
  const [clerks, colleagues, nobodys, leavers] = files
  return [
    [clerk, 'me', [clerks]],
    [colleague, 'me', [colleagues]],
    [engineer, 'me', []],
    [engineer, clerk.email.toUpperCase(), [clerks]],
    [engineer, 'leaver@loving.example', []],
    [engineer, neighbor.email, []],
    [engineer, 'nobody', [nobodys, leavers]],
    [administrator, neighbor.email, [neighbors]],
    [administrator, 'unknown@loving.example', []],
  ]
}

test('R24.13 the list is filtered by me, a person or nobody, as far as the assignment counts', async () => {
  for (const [person, assignedTo, ids] of expected()) {
    expect(await list(person, { assignedTo }), `${person.email} ${assignedTo}`).toEqual(ids.toReversed())
    expect(sorted(await list(person, { assignedTo, order: 'fileName' }))).toEqual(sorted(ids))
    expect(sorted(await list(person, { assignedTo, q: 'rendition' }))).toEqual([])
  }
})

test('R24.13 selections, saved views and exports have the same filter', async () => {
  const { clerk } = portal.people
  const [clerks, colleagues] = files
  const selection = { filter: 'assignedTo=me', except: [] }
  for (const person of [clerk, portal.people.colleague]) {
    const preview = await portal.call(person, previewRun, { payload: { selection, action: { kind: 'bin' } } })
    expect(preview.json()).toMatchObject({ total: 1 })
  }
  const payload = { name: 'Mine', query: 'assignedTo=me', audience: 'me', countyId: null }
  const view = await portal.call(clerk, addView, { payload })
  const { id } = view.json<SavedView>()
  const counts = (await portal.call(clerk, countViews)).json<{ counts: ViewCount[] }>().counts
  expect(counts).toMatchObject([{ id, documents: 1, isExact: true }])
  const exported = await portal.call(clerk, exportUploads, {
    query: { assignedTo: portal.people.colleague.email, columns: 'id,assignee' },
  })
  expect(exported.body).toBe(
    `\uFEFFFile ID,Assigned to\r\n${colleagues},${portal.people.colleague.email}\r\n`,
  )
  const all = await portal.call(clerk, exportUploads, { query: { columns: 'id,assignee' } })
  expect(all.body.trimEnd().split('\r\n').slice(1).toSorted()).toEqual(
    [
      `${clerks},${clerk.email}`,
      `${colleagues},${portal.people.colleague.email}`,
      `${files[2]},`,
      `${files[3]},`,
    ].toSorted(),
  )
})

test('R24.14 the column has the assignees of the files that the caller sees', async () => {
  const { clerk, colleague } = portal.people
  const [clerks, colleagues] = files
  const query = { ids: [...files, neighbors, 99_999].join(',') }
  const answer = await portal.call(clerk, listAssignees, { query })
  expect(answer.json()).toMatchObject({
    files: [
      { FileID: clerks, Assignee: { Email: clerk.email, IsYou: true } },
      { FileID: colleagues, Assignee: { Email: colleague.email, IsYou: false } },
    ],
  })
  const wrong = await portal.call(clerk, listAssignees, { query: { ids: 'x' } })
  expect(wrong.statusCode).toBe(400)
})
