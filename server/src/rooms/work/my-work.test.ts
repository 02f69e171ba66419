import { deleteUpload } from '@portal/contract/files/files.ts'
import { setAssignee } from '@portal/contract/work/assignees.ts'
import {
  countWork,
  listAssigned,
  listRejected,
  WORK_PAGE_SIZE,
  type AssignedDocument,
  type RejectedUpload,
} from '@portal/contract/work/my-work.ts'
import { askQuestion, withdrawQuestion } from '@portal/contract/questions/questions.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

type Assigned = { total: number; completed: number; files: AssignedDocument[]; next: string | null }

const assignedOf = async (person: TestPerson, before?: string) =>
  (await portal.call(person, listAssigned, { query: { ...(before && { before }) } })).json<Assigned>()
const countOf = async (person: TestPerson) =>
  (await portal.call(person, countWork)).json<{ assigned: number }>().assigned

async function assign(person: TestPerson, fileId: number, assignTo: 'me' | 'nobody' | number = 'me') {
  const answer = await portal.call(person, setAssignee, { params: { fileId }, payload: { assignTo } })
  expect(answer.statusCode).toBe(200)
}

async function newClerk(name: string): Promise<TestPerson> {
  return portal.addPerson({ email: `${name}@loving.example`, countyIds: [portal.counties.loving] })
}

test('R24.20 my work has the files that I have, the last assigned first, with their number and page by page', async () => {
  const clerk = await newClerk('pages')
  const { rows } = await portal.pool.query<{ id: number }>(
    `WITH added AS (
       INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
         content_type, byte_size, sha256, storage_key)
       SELECT $1, $2, 1, 1, '2026-01-02', 2026, n || '.pdf', 'application/pdf', 1, sha256('x'), gen_random_uuid()
       FROM generate_series(1, $3::integer) n RETURNING id)
     INSERT INTO document_assignee SELECT id, $2, $2, '2026-02-01Z' FROM added RETURNING document_id AS id`,
    [portal.counties.loving, clerk.accountId, WORK_PAGE_SIZE + 1],
  )
  const last = await storeDocument(portal, portal.people.colleague)
  await assign(portal.people.administrator, last, clerk.accountId)
  const first = await assignedOf(clerk)
  expect([first.total, first.files.length, first.files[0]]).toMatchObject([
    WORK_PAGE_SIZE + 2,
    WORK_PAGE_SIZE,
    { FileID: last, FileName: 'rendition.pdf', AssignedBy: portal.people.administrator.email, Status: 'New' },
  ])
  expect(first.files[1]).toMatchObject({ AssignedBy: null, CountyName: 'Loving' })
  const second = await assignedOf(clerk, first.next ?? '')
  expect([second.total, second.files.length, second.next]).toEqual([WORK_PAGE_SIZE + 2, 2, null])
  const ids = [...first.files, ...second.files].map(({ FileID }) => FileID)
  const older = rows.map(({ id }) => id).toSorted((one, other) => other - one)
  expect(ids).toEqual([last, ...older])
  const wrong = await portal.call(clerk, listAssigned, { query: { before: 'x' } })
  expect(wrong.statusCode).toBe(400)
})

test('R24.42 my work says how many completed files I have too, of those that I see', async () => {
  const clerk = await newClerk('completed')
  const files: number[] = []
  for (let n = 0; n < 3; n++) files.push(await storeDocument(portal, clerk))
  for (const file of files) await assign(clerk, file)
  const [completed = 0, binned = 0] = files
  expect(await assignedOf(clerk)).toMatchObject({ total: 3, completed: 0 })
  for (const id of [completed, binned]) {
    await portal.call(portal.people.administrator, patchStatus, { params: { id }, payload: { statusId: 2 } })
  }
  await portal.call(clerk, deleteUpload, { params: { fileId: binned } })
  expect(await assignedOf(clerk)).toMatchObject({ total: 1, completed: 1 })
})

test('R24.21 the number in the bar reaches zero: a file that is completed, given back or in the bin counts no more', async () => {
  const clerk = await newClerk('zero')
  const files: number[] = []
  for (let n = 0; n < 3; n++) files.push(await storeDocument(portal, clerk))
  for (const file of files) await assign(clerk, file)
  const [completed = 0, back = 0, binned = 0] = files
  expect([await countOf(clerk), (await assignedOf(clerk)).total]).toEqual([3, 3])
  const params = { id: completed }
  await portal.call(portal.people.administrator, patchStatus, { params, payload: { statusId: 2 } })
  expect(await countOf(clerk)).toBe(2)
  await assign(clerk, back, 'nobody')
  expect(await countOf(clerk)).toBe(1)
  await portal.call(clerk, deleteUpload, { params: { fileId: binned } })
  expect([await countOf(clerk), (await assignedOf(clerk)).files]).toEqual([0, []])
})

test('R24.21 the number in the bar has the open questions to the person, until they are answered', async () => {
  const clerk = await newClerk('asked')
  const fileId = await storeDocument(portal, clerk)
  const questionsTo = async () =>
    (await portal.call(clerk, countWork)).json<{ questions: number }>().questions
  expect(await questionsTo()).toBe(0)
  const payload = { points: [], text: 'Which well?', dueDay: null }
  const asked = await portal.call(portal.people.administrator, askQuestion, { params: { fileId }, payload })
  expect(asked.statusCode).toBe(200)
  expect(await questionsTo()).toBe(1)
  await portal.call(portal.people.administrator, withdrawQuestion, { params: { fileId } })
  expect(await questionsTo()).toBe(0)
})

test('R24.22 a file of a county that I have lost is not my work', async () => {
  const { loving, winkler } = portal.counties
  const clerk = await newClerk('moved')
  await assign(clerk, await storeDocument(portal, clerk))
  const change = (countyIds: number[]) =>
    changeAccount({ ...portal.world, actor: COMMAND_LINE }, clerk.email, { countyIds })
  await change([winkler])
  const moved = { ...clerk, cookie: await portal.signIn(clerk.email, clerk.password) }
  expect([await countOf(moved), (await assignedOf(moved)).total]).toEqual([0, 0])
  await change([loving])
  const back = { ...clerk, cookie: await portal.signIn(clerk.email, clerk.password) }
  expect([await countOf(back), (await assignedOf(back)).total]).toEqual([1, 1])
})

test('R24.23 rejected uploads are those of the person, the newest first', async () => {
  const { clerk, colleague } = portal.people
  await portal.pool.query(
    `WITH o AS (
       INSERT INTO stored_object (key, state, byte_size, sha256, scan_state, scan_finding, since)
       SELECT 'rejected ' || n, 'quarantined', 1, sha256('x'), 'infected', 'Eicar', now() FROM generate_series(1, 3) n
       RETURNING key)
     INSERT INTO refused_upload
     SELECT 'rejected ' || n, 'bad ' || n || '.pdf', $1, CASE n WHEN 3 THEN $3 ELSE $2 END::integer,
       timestamptz '2026-03-01Z' + n * interval '1 day' FROM generate_series(1, 3) n WHERE EXISTS (SELECT FROM o)`,
    [portal.counties.loving, clerk.accountId, colleague.accountId],
  )
  const answer = await portal.call(clerk, listRejected)
  const { total, files } = answer.json<{ total: number; files: RejectedUpload[] }>()
  expect([total, files]).toEqual([
    2,
    [
      { FileName: 'bad 2.pdf', UploadDate: '2026-03-03T00:00:00.000Z', CountyName: 'Loving' },
      { FileName: 'bad 1.pdf', UploadDate: '2026-03-02T00:00:00.000Z', CountyName: 'Loving' },
    ],
  ])
})
