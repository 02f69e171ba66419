import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import { listNotices, type Notice } from '@portal/contract/notices/notices.ts'
import { withdrawQuestion } from '@portal/contract/questions/questions.ts'
import { getDocumentFacts, type DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueRunQuestions } from '../../records/documents/questions/queue-question-mails.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
let administrator: TestPerson
let uploader: TestPerson

beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    now: '2026-04-20T15:00:00Z',
  })
  calls = runCalls(portal)
  ;({ administrator } = portal.people)
})
afterAll(() => portal.close())
beforeEach(async () => {
  uploader = await portal.addPerson({ email: uniqueAddress('ann'), countyId: portal.counties.loving })
})

const ASKING = {
  kind: 'status',
  statusId: 4,
  question: { text: 'Which <b>well</b>?', dueDay: '2026-04-30' },
} as const

async function add(n: number, by: TestPerson): Promise<number[]> {
  const documents = searchCalls(portal)
  const ids: number[] = []
  for (let at = 0; at < n; at += 1) ids.push(await documents.add({ county: portal.counties.loving, by }))
  return ids
}

async function factsOf(fileId: number) {
  return (await portal.call(uploader, getDocumentFacts, { params: { fileId } })).json<DocumentFacts>()
}

async function mails() {
  await queueRunQuestions(portal.world)
  return mailsTo(portal, uploader.email)
}

test('R26.16 a run asks each uploader by one e-mail, and its undo withdraws the questions', async () => {
  const ids = await add(3, uploader)
  const [first = 0] = ids
  const { body: run, status } = await calls.start(administrator, { ids }, ASKING)
  expect([status, run.what, run.changed]).toEqual([
    200,
    'Set the status to Needs More Info and ask what is missing',
    3,
  ])
  expect(await factsOf(first)).toMatchObject({
    StatusID: 4,
    OpenQuestion: { Text: 'Which <b>well</b>?', DueDay: '2026-04-30', Points: [], MayAnswer: true },
  })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('Questions about 3 files')
  expect(mail?.text).toContain(ids.map((id) => `File ${id}, by April 30, 2026`).join('\n'))
  expect(mail?.text).not.toContain('well')
  await Promise.all([queueRunQuestions(portal.world), queueRunQuestions(portal.world)])
  expect(await mails()).toHaveLength(1)
  await calls.undo(administrator, run.number)
  expect(await factsOf(first)).toMatchObject({ StatusID: 1, OpenQuestion: null })
  const history = await portal.call(uploader, getDocumentHistory, {
    params: { fileId: first },
    query: { kind: 'asked' },
  })
  const { events } = history.json<ResultOf<typeof getDocumentHistory>>()
  expect(events.map(({ who, what }) => `${who} ${what}`)).toEqual([
    expect.stringMatching(/withdrew the question about this file in run \d+$/u),
    expect.stringMatching(/asked for more information about this file in run \d+$/u),
  ])
})

test('R26.16 files that have the status already are unchanged, and get no question', async () => {
  const [fileId = 0] = await add(1, uploader)
  await calls.start(administrator, { ids: [fileId] }, { kind: 'status', statusId: 4 })
  const { body: preview } = await calls.preview(administrator, { ids: [fileId] }, ASKING)
  expect(preview).toMatchObject({ changed: 0, unchanged: 1 })
  await calls.start(administrator, { ids: [fileId] }, ASKING)
  expect((await factsOf(fileId)).OpenQuestion).toBeNull()
})

test('R26.16 a run that was undone before its e-mail sends none', async () => {
  const { body: run } = await calls.start(administrator, { ids: await add(2, uploader) }, ASKING)
  await calls.undo(administrator, run.number)
  expect(await mails()).toEqual([])
})

const textOf = (rest: string) => `admin@firm.example asks you for more information about file ${rest}.`

test('R23.37 R26.6 the notice of a run names files whose questions are open', async () => {
  const [first = 0, second = 0] = await add(2, uploader)
  const { body: run } = await calls.start(administrator, { ids: [first, second] }, ASKING)
  const texts = async () =>
    (await portal.call(uploader, listNotices)).json<{ notices: Notice[] }>().notices.map(({ text }) => text)
  expect(await texts()).toEqual([textOf(`${first} and 1 other file`)])
  await portal.call(administrator, withdrawQuestion, { params: { fileId: first } })
  expect(await texts()).toEqual([textOf(`${second} and 1 other file`)])
  await calls.undo(administrator, run.number)
  expect(await texts()).toEqual([])
})

test('R26.22 a person gets 20 e-mails about runs in an hour', async () => {
  for (let sent = 0; sent < 22; sent += 1) {
    await calls.start(administrator, { ids: await add(1, uploader) }, ASKING)
  }
  expect(await mails()).toHaveLength(20)
  expect(await mails(), 'the reminders tell of the others').toHaveLength(20)
})

test('R26.16 a long run sends its e-mail when it has ended', async () => {
  const county = portal.counties.loving
  const ids = await addManyDocuments(portal.pool, MAX_AT_ONCE + 1, { county, by: uploader })
  const { body: run } = await calls.start(administrator, { ids }, ASKING)
  expect(run.state).toBe('running')
  await calls.work()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain(`Questions about ${MAX_AT_ONCE + 1} files`)
  expect(mail?.text).toContain(`And ${MAX_AT_ONCE + 1 - 20} more.`)
})

test.each([
  [{ ...ASKING, statusId: 2 }, 'A question goes with the status Needs More Info only.'],
  [{ ...ASKING, question: { text: ' ', dueDay: null } }, 'Choose what is missing, or write a sentence.'],
  [
    { ...ASKING, question: { text: 'x', dueDay: '2026-04-19' } },
    'The due day has passed. Choose today or a later day.',
  ],
])('R26.16 %j is refused before anything changes', async (action, sentence) => {
  const [fileId = 0] = await add(1, uploader)
  const answer = await calls.start(administrator, { ids: [fileId] }, action)
  expect([answer.status, answer.body.error]).toEqual([400, sentence])
  expect((await factsOf(fileId)).StatusID).toBe(1)
})
