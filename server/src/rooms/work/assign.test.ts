import { patchStatus } from '@portal/contract/edit/edit.ts'
import { getDocumentHistory, type DocumentEvent } from '@portal/contract/history/document-history.ts'
import {
  getAssignee,
  searchAssignable,
  setAssignee,
  type Assignee,
  type AssignTo,
} from '@portal/contract/work/assignees.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount, type AccountChange } from '../../records/accounts/accounts.usecases.ts'
import { binCalls } from '../../testing/bin-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let engineer: TestPerson
let reader: TestPerson

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  const countyIds = [portal.counties.loving]
  engineer = await portal.addPerson({ email: 'engineer@firm.example', role: 'staff', countyIds })
  reader = await portal.addPerson({ email: 'reader@loving.example', role: 'reader', countyIds })
})
afterAll(() => portal.close())

const store = () => binCalls(portal).store()

async function assign(person: TestPerson, fileId: number, assignTo: AssignTo, from?: number | null) {
  const payload = { assignTo, ...(from !== undefined && { from }) }
  const answer = await portal.call(person, setAssignee, { params: { fileId }, payload })
  return [
    answer.statusCode,
    answer.json<{ assignee?: Assignee | null; error?: string; code?: string }>(),
  ] as const
}

async function assigneeFor(person: TestPerson, fileId: number) {
  const answer = await portal.call(person, getAssignee, { params: { fileId } })
  return answer.json<{ assignee: Assignee | null }>().assignee
}

async function historyOf(fileId: number, person: TestPerson = engineer) {
  const answer = await portal.call(person, getDocumentHistory, {
    params: { fileId },
    query: { kind: 'changed' },
  })
  return answer.json<{ events: DocumentEvent[] }>().events.map(({ who, what }) => `${who} ${what}`)
}

const change = (email: string, wanted: AccountChange) =>
  changeAccount({ ...portal.world, actor: COMMAND_LINE }, email, wanted)

test('R24.1 everybody who sees a file takes it if nobody has it, and gives it back', async () => {
  const fileId = await store()
  for (const person of [reader, portal.people.clerk, engineer]) {
    const taken = { ID: person.accountId, Name: person.email, Email: person.email, IsYou: true }
    expect(await assign(person, fileId, 'me')).toMatchObject([200, { assignee: taken }])
    expect(await assigneeFor(portal.people.administrator, fileId)).toMatchObject({
      ID: person.accountId,
      IsYou: false,
    })
    expect(await assign(person, fileId, 'nobody')).toEqual([200, { assignee: null }])
  }
  expect(await assigneeFor(reader, fileId)).toBeNull()
  const [status, answer] = await assign(portal.people.neighbor, fileId, 'me')
  expect([status, answer.code]).toEqual([404, 'document.not_found'])
})

test('R24.2 people without the right to edit assign to nobody else, and take no file from others', async () => {
  const { clerk, colleague } = portal.people
  const fileId = await store()
  const forbidden = { code: 'assignee.not_allowed' }
  expect(await assign(clerk, fileId, colleague.accountId)).toMatchObject([403, forbidden])
  expect(await assign(colleague, fileId, 'me')).toMatchObject([200, {}])
  const error = `This file is assigned to ${colleague.email}.`
  expect(await assign(clerk, fileId, 'me')).toMatchObject([409, { code: 'assignee.other', error }])
  expect(await assign(clerk, fileId, 'nobody')).toMatchObject([403, forbidden])
  expect(await assigneeFor(clerk, fileId)).toMatchObject({ ID: colleague.accountId })
})

test('R24.3 people who may edit assign a file to anybody who sees it, and to nobody else', async () => {
  const { administrator, clerk, neighbor, staff } = portal.people
  const fileId = await store()
  for (const person of [clerk, administrator, reader, engineer]) {
    const [status, { assignee }] = await assign(engineer, fileId, person.accountId)
    expect([status, assignee?.ID]).toEqual([200, person.accountId])
  }
  // A person of another county, one without a county, and nobody at all.
  for (const id of [neighbor.accountId, staff.accountId, 99_999]) {
    expect(await assign(engineer, fileId, id)).toMatchObject([400, { code: 'assignee.unknown' }])
  }
  expect(await assign(engineer, fileId, 'nobody')).toEqual([200, { assignee: null }])
})

test('R24.4 an assignee who may not sign in or see the file any more counts as nobody, until they may again', async () => {
  const { clerk, administrator } = portal.people
  const { loving, winkler } = portal.counties
  const email = 'leaver@loving.example'
  const leaver = await portal.addPerson({ email, countyIds: [loving] })
  const fileId = await store()
  await assign(leaver, fileId, 'me')
  const losses: readonly (readonly [AccountChange, AccountChange])[] = [
    [{ countyIds: [winkler] }, { countyIds: [loving] }],
    [{ isDisabled: true }, { isDisabled: false }],
  ]
  for (const [loss, gain] of losses) {
    await change(email, loss)
    for (const person of [clerk, engineer, administrator])
      expect(await assigneeFor(person, fileId)).toBeNull()
    await change(email, gain)
    expect(await assigneeFor(clerk, fileId)).toMatchObject({ ID: leaver.accountId })
  }
  await change(email, { isDisabled: true })
  expect(await assign(clerk, fileId, 'me')).toMatchObject([200, {}])
  await change(email, { isDisabled: false })
  expect(await assigneeFor(clerk, fileId)).toMatchObject({ ID: clerk.accountId })
})

test('R24.5 an assignment refuses nobody’s open edit', async () => {
  const fileId = await store()
  const ifMatch = '"1"'
  await assign(portal.people.clerk, fileId, 'me')
  const saved = await portal.call(engineer, patchStatus, {
    params: { id: fileId },
    headers: { 'if-match': ifMatch },
    payload: { statusId: 3 },
  })
  expect([saved.statusCode, saved.headers.etag]).toEqual([200, '"2"'])
})

test('R24.6 the history says who assigned the file to whom, and nothing where nothing changed', async () => {
  const { clerk } = portal.people
  const fileId = await store()
  await assign(clerk, fileId, 'me')
  await assign(clerk, fileId, 'me')
  await assign(clerk, fileId, 'nobody')
  await assign(clerk, fileId, 'nobody')
  await assign(engineer, fileId, clerk.accountId)
  await assign(engineer, fileId, reader.accountId)
  await assign(engineer, fileId, 'nobody')
  const history = [
    `${engineer.email} unassigned this file (was ${reader.email})`,
    `${engineer.email} assigned this file to ${reader.email} (was ${clerk.email})`,
    `${engineer.email} assigned this file to ${clerk.email}`,
    `${clerk.email} gave this file back (was ${clerk.email})`,
    `${clerk.email} assigned this file to themselves`,
  ]
  expect(await historyOf(fileId)).toEqual(history)
  expect(await historyOf(fileId, clerk)).toEqual(history)
  const { rows } = await portal.pool.query<{ before: unknown; after: unknown }>(
    `SELECT before, after FROM audit_record WHERE action = 'document.assigned' AND subject_id = $1 ORDER BY id LIMIT 1`,
    [String(fileId)],
  )
  expect(rows).toEqual([
    {
      before: { assigneeId: null, assignee: null },
      after: { assigneeId: clerk.accountId, assignee: clerk.email, isBySelf: true },
    },
  ])
})

test('R24.7 a file in the bin keeps its assignee, and nobody may change it', async () => {
  const { clerk } = portal.people
  const { moveToBin, restore, storeInBin } = binCalls(portal)
  const fileId = await store()
  await assign(clerk, fileId, 'me')
  await moveToBin(fileId)
  expect(await assign(clerk, fileId, 'nobody')).toMatchObject([409, { code: 'document.in_bin' }])
  expect(await assign(engineer, fileId, 'me')).toMatchObject([409, { code: 'document.in_bin' }])
  const hidden = await portal.call(reader, getAssignee, { params: { fileId } })
  expect(hidden.statusCode).toBe(403)
  await restore(fileId)
  expect(await assigneeFor(clerk, fileId)).toMatchObject({ ID: clerk.accountId })
  const gone = await storeInBin()
  const deleted = await portal.call(clerk, deletePermanently, { params: { fileId: gone } })
  expect(deleted.statusCode).toBe(200)
})

test('R24.8 of two people who take a file at once, one gets it and the other reads who has it', async () => {
  const { clerk, colleague } = portal.people
  const fileId = await store()
  const answers = await Promise.all([clerk, colleague].map((person) => assign(person, fileId, 'me')))
  const statuses = answers.map(([status]) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  const has = await assigneeFor(clerk, fileId)
  const error = `This file is assigned to ${has?.Email}.`
  expect(answers.find(([status]) => status === 409)?.[1]).toMatchObject({ error })
})

test('R24.8 an editor who has seen another assignee changes nothing', async () => {
  const { clerk, administrator } = portal.people
  const fileId = await store()
  await assign(clerk, fileId, 'me')
  expect(await assign(engineer, fileId, 'me', null)).toMatchObject([409, { code: 'assignee.other' }])
  expect(await assign(engineer, fileId, 'me', clerk.accountId)).toMatchObject([200, {}])
  await assign(administrator, fileId, 'nobody')
  expect(await assign(engineer, fileId, clerk.accountId, engineer.accountId)).toMatchObject([
    409,
    { code: 'assignee.none' },
  ])
})

async function search(person: TestPerson, query: { term?: string; fileId?: string }) {
  const answer = await portal.call(person, searchAssignable, { query })
  return answer.json<{ people: Assignee[] }>().people.map(({ Email }) => Email)
}

test('R24.9 the picker has ten people at most, and only those who see the file', async () => {
  const { administrator, clerk, neighbor, staff } = portal.people
  const fileId = String(await store())
  const all = await search(engineer, { fileId })
  expect(all).toEqual(
    expect.arrayContaining([administrator.email, clerk.email, engineer.email, reader.email]),
  )
  for (const { email } of [neighbor, staff]) expect(all).not.toContain(email)
  expect(await search(engineer, { fileId, term: 'READER@' })).toEqual([reader.email])
  expect(await search(engineer, { term: 'winkler' })).toEqual([])
  expect(await search(administrator, { term: 'winkler' })).toEqual([neighbor.email])
  const countyIds = [portal.counties.loving]
  for (let n = 0; n < 11; n++) await portal.addPerson({ email: `many${n}@loving.example`, countyIds })
  expect(await search(engineer, { fileId, term: 'many' })).toHaveLength(10)
  const refused = await portal.call(clerk, searchAssignable, { query: {} })
  expect(refused.statusCode).toBe(403)
})

test('R24.9 a name that the caller may not know is not shown and not searched', async () => {
  const fileId = await store()
  const countyIds = [portal.counties.loving]
  const chief = await portal.addPerson({ email: 'chief@firm.example', role: 'staff', countyIds })
  await portal.pool.query(`UPDATE account SET full_name = 'Zelda Quartz' WHERE id = $1`, [chief.accountId])
  await assign(chief, fileId, 'me')
  expect(await assigneeFor(portal.people.administrator, fileId)).toMatchObject({ Name: 'Zelda Quartz' })
  expect(await assigneeFor(chief, fileId)).toMatchObject({ Name: 'Zelda Quartz' })
  expect(await assigneeFor(portal.people.clerk, fileId)).toMatchObject({ Name: chief.email })
  const term = 'quartz'
  expect(await search(portal.people.administrator, { term })).toEqual([chief.email])
  expect(await search(engineer, { term, fileId: String(fileId) })).toEqual([])
})
