import { randomUUID } from 'node:crypto'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import { listNotices } from '@portal/contract/notices/notices.ts'
import {
  answerQuestion,
  askQuestion,
  listOwnQuestions,
  listQuestions,
  withdrawQuestion,
} from '@portal/contract/questions/questions.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { getDocumentFacts, type DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replacePoints } from '../../records/counties/question-points.repository.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let colleague: TestPerson
let neighbor: TestPerson
let administrator: TestPerson
let engineer: TestPerson
/** Who uploaded the file. */
let uploader: TestPerson
let fileId: number

/** 10 PM of April 19 in the zone of the portal. */
const EVENING = '2026-04-20T03:00:00Z'

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, now: EVENING })
  ;({ colleague, neighbor, administrator } = portal.people)
  engineer = await portal.addPerson({
    email: 'engineer@firm.example',
    role: 'staff',
    countyIds: [portal.counties.loving],
  })
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.set(new Date(EVENING))
  uploader = await portal.addPerson({ email: uniqueAddress('ann'), countyId: portal.counties.loving })
  fileId = await storeDocument(portal, uploader, { fileName: 'Secret Owner LP.pdf' })
})

type QuestionFields = { points?: string[]; text?: string; dueDay?: string | null; personId?: number }

const ask = (
  as: TestPerson,
  { points = [], text = '', dueDay = null, ...person }: QuestionFields,
  headers = {},
) =>
  portal.call(as, askQuestion, { params: { fileId }, payload: { points, text, dueDay, ...person }, headers })

type Result = ResultOf<typeof askQuestion>

async function asked(question: QuestionFields = { text: 'Who signed it?' }, as = engineer): Promise<Result> {
  const answer = await ask(as, question)
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Result>()
}

const reply = (as: TestPerson, number: number, text: string, files: number[] = []) =>
  portal.call(as, answerQuestion, { params: { fileId }, payload: { number, text, files } })

const withdraw = (as: TestPerson) => portal.call(as, withdrawQuestion, { params: { fileId } })

const setStatus = (statusId: number) =>
  portal.call(engineer, patchStatus, { params: { id: fileId }, payload: { statusId } })

async function factsFor(as: TestPerson) {
  return (await portal.call(as, getDocumentFacts, { params: { fileId } })).json<DocumentFacts>()
}

async function questionsFor(as: TestPerson) {
  const answer = await portal.call(as, listQuestions, { params: { fileId } })
  return answer.json<ResultOf<typeof listQuestions>>().questions
}

async function historyOf(as: TestPerson): Promise<string[]> {
  const answer = await portal.call(as, getDocumentHistory, { params: { fileId }, query: { kind: 'asked' } })
  return answer.json<ResultOf<typeof getDocumentHistory>>().events.map(({ who, what }) => `${who} ${what}`)
}

async function noticesOf(as: TestPerson): Promise<string[]> {
  const { notices } = (await portal.call(as, listNotices)).json<ResultOf<typeof listNotices>>()
  return notices.filter((notice) => notice.fileId === fileId).map(({ text }) => text)
}

const ownOf = async (as: TestPerson) =>
  (await portal.call(as, listOwnQuestions)).json<ResultOf<typeof listOwnQuestions>>()

type Answer = Awaited<ReturnType<typeof ask>>

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
}

const refusalOf = (answer: Answer) => [answer.statusCode, answer.json<{ error: string }>().error]

const CLOSED = 'This question was answered or withdrawn. Reload the page to see what happened.'

describe('R26.1 a question', () => {
  test('R26.1 it sets the status, and everybody who sees the file sees it', async () => {
    const { question, isMailed } = await asked({ text: 'Who <b>signed</b> it?', dueDay: '2026-04-30' })
    expect(isMailed).toBe(true)
    for (const as of [uploader, colleague, administrator]) {
      const { StatusID, OpenQuestion } = await factsFor(as)
      expect(StatusID).toBe(4)
      expect(OpenQuestion).toEqual({
        ...question,
        AskedBy: 'engineer@firm.example',
        Person: uploader.email,
        Points: [],
        Text: 'Who <b>signed</b> it?',
        DueDay: '2026-04-30',
        MayAnswer: as === uploader,
        IsAsker: false,
      })
    }
    expect(await historyOf(colleague)).toEqual([
      'engineer@firm.example asked for more information about this file',
    ])
    expect(await noticesOf(uploader)).toEqual([
      `engineer@firm.example asks you for more information about file ${fileId}.`,
    ])
  })

  test('R26.1 a file in Needs More Info keeps its version, so an open edit is not refused', async () => {
    const { headers } = await setStatus(4)
    await asked()
    const answer = await portal.call(engineer, patchStatus, {
      params: { id: fileId },
      payload: { statusId: 3 },
      headers: { 'if-match': String(headers.etag) },
    })
    expect(answer.statusCode).toBe(200)
  })

  test('R26.1 another version than the asker has seen is refused, and nothing changes', async () => {
    const answer = await ask(engineer, { text: 'Who?' }, { 'if-match': '"999"' })
    expect(answer.statusCode).toBe(409)
    expect(await factsFor(uploader)).toMatchObject({ StatusID: 1, OpenQuestion: null })
  })

  test('R26.3 a file has one open question, also if two ask at once', async () => {
    const answers = await Promise.all([ask(engineer, { text: 'One' }), ask(administrator, { text: 'Two' })])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(await questionsFor(uploader)).toHaveLength(1)
    expect(refusalOf(await ask(engineer, { text: 'Three' }))).toEqual([
      409,
      'This file has an open question already. Withdraw it before you ask another one.',
    ])
  })

  test('R26.4 only people who may edit the file ask and withdraw; others see nothing of it', async () => {
    await asked()
    expect((await ask(uploader, { text: 'Who?' })).statusCode).toBe(403)
    expect((await withdraw(colleague)).statusCode).toBe(403)
    const outsider = await portal.addPerson({ role: 'staff', countyIds: [portal.counties.winkler] })
    for (const call of [await ask(outsider, { text: 'Who?' }), await withdraw(outsider)]) {
      expect(call.statusCode).toBe(404)
    }
    expect((await portal.call(neighbor, listQuestions, { params: { fileId } })).statusCode).toBe(404)
    expect((await reply(neighbor, 1, 'Me')).statusCode).toBe(404)
  })

  test.each([
    ['an empty question', {}, 'Choose what is missing, or write a sentence.'],
    ['a blank text', { text: '  \r\n ' }, 'Choose what is missing, or write a sentence.'],
    [
      'a text without a visible character',
      { text: '\u200B\u2060' },
      'Choose what is missing, or write a sentence.',
    ],
    ['a long text', { text: 'x'.repeat(2001) }, 'A question may have at most 2,000 characters.'],
    ['a very long text', { text: 'x'.repeat(20_001) }, 'A question may have at most 2,000 characters.'],
    ['a zero byte', { text: 'a\0b' }, 'The text holds a character that is not allowed.'],
    [
      'a past due day',
      { text: 'x', dueDay: '2026-04-18' },
      'The due day has passed. Choose today or a later day.',
    ],
    [
      'a wrong due day',
      { text: 'x', dueDay: '2026-02-30' },
      'The due day must be a date such as 2026-04-15.',
    ],
    [
      'an unknown point',
      { points: ['A signature'] },
      'The usual questions of the county have changed. Reload the page and choose again.',
    ],
    [
      'an unknown person',
      { text: 'x', personId: 2_000_000 },
      'This person may not see the file. Choose another person.',
    ],
  ])('R26.2 %s is refused by one sentence', async (_what, question, sentence) => {
    const answer = await ask(engineer, question)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(JSON.stringify(sentence).slice(1, -1))
    expect(await factsFor(uploader)).toMatchObject({ StatusID: 1, OpenQuestion: null })
  })

  test('R26.2 a due day lasts until midnight in the zone of the portal; half characters are replaced', async () => {
    const { question } = await asked({ text: 'Half \ud800 one', dueDay: '2026-04-19' })
    expect(question).toMatchObject({ DueDay: '2026-04-19', Text: 'Half \ufffd one' })
  })

  test('R26.5 the usual points of the county can be asked for', async () => {
    const { loving } = portal.counties
    const points = ['A signature', 'The account number']
    await portal.world.database.kysely
      .transaction()
      .execute((transaction) => replacePoints(transaction, loving, points))
    const { question } = await asked({ points: ['The account number'] })
    expect(question).toMatchObject({ Points: ['The account number'], Text: '' })
    await portal.pool.query('DELETE FROM county_question_point')
  })

  test('R26.8 a person asks, answers and withdraws at most 240 times an hour', async () => {
    const asker = await portal.addPerson({ role: 'administrator' })
    const statuses: number[] = []
    for (let n = 0; n <= 240; n += 1) statuses.push((await ask(asker, {})).statusCode)
    expect(statuses.lastIndexOf(400)).toBe(239)
    expect(statuses[240]).toBe(429)
  })
})

describe('R26.6 the end of a question', () => {
  test('R26.6 another status withdraws it, and the history says so', async () => {
    const { question } = await asked()
    await setStatus(3)
    expect(await factsFor(uploader)).toMatchObject({ StatusID: 3, OpenQuestion: null })
    expect(await historyOf(uploader)).toEqual([
      'engineer@firm.example withdrew the question about this file',
      'engineer@firm.example asked for more information about this file',
    ])
    expect(await noticesOf(uploader)).toEqual([])
    expect(refusalOf(await reply(uploader, question.Number, 'Me'))).toEqual([409, CLOSED])
    expect(await questionsFor(uploader)).toMatchObject([
      { Answer: null, Withdrawn: { By: 'engineer@firm.example', At: new Date(EVENING).toISOString() } },
    ])
  })

  test('R26.6 a save with the same status keeps it, and a withdrawal keeps the status', async () => {
    await asked()
    await setStatus(4)
    expect((await factsFor(uploader)).OpenQuestion).not.toBeNull()
    expect((await withdraw(administrator)).json()).toEqual({ success: true })
    expect(await factsFor(uploader)).toMatchObject({ StatusID: 4, OpenQuestion: null })
    expect(refusalOf(await withdraw(administrator))).toEqual([409, CLOSED])
    await asked({ text: 'Another one' })
  })

  test('R26.7 in the bin it takes no answer, and it goes with the file', async () => {
    const { question } = await asked()
    await portal.call(uploader, deleteUpload, { params: { fileId } })
    expect(refusalOf(await reply(uploader, question.Number, 'Me'))).toEqual([
      409,
      'This file is in the recycle bin.',
    ])
    await portal.call(administrator, deletePermanently, { params: { fileId } })
    const { rowCount } = await portal.pool.query('SELECT FROM document_question WHERE document_id = $1', [
      fileId,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('R26.10 an answer', () => {
  test('R26.10 the uploader answers with files, the file is new again, and the asker has a notice', async () => {
    const { question } = await asked()
    const proof = await storeDocument(portal, uploader, { fileName: 'signed.pdf' })
    const answer = await reply(uploader, question.Number, ' The owner did.\r\nHere it is. ', [proof, proof])
    expect(answer.json()).toEqual({ success: true })
    expect(await factsFor(colleague)).toMatchObject({ StatusID: 1, OpenQuestion: null })
    expect(await questionsFor(colleague)).toMatchObject([
      {
        Text: 'Who signed it?',
        Withdrawn: null,
        Answer: {
          By: uploader.email,
          Text: 'The owner did.\nHere it is.',
          Files: [{ FileID: proof, FileName: 'signed.pdf' }],
        },
      },
    ])
    expect(await historyOf(colleague)).toEqual([
      `${uploader.email} answered the question about this file with 1 file`,
      'engineer@firm.example asked for more information about this file',
    ])
    expect(await noticesOf(engineer)).toEqual([
      `${uploader.email} answered your question about file ${fileId}.`,
    ])
    expect(await noticesOf(uploader)).toEqual([])
    expect(refusalOf(await reply(uploader, question.Number, 'Again'))).toEqual([409, CLOSED])
  })

  test('R26.10 the person who was asked answers too, and nobody else', async () => {
    const { question } = await asked({ text: 'Who?', personId: colleague.accountId })
    const other = await portal.addPerson({ countyId: portal.counties.loving })
    for (const as of [other, administrator]) {
      expect(refusalOf(await reply(as, question.Number, 'Me'))).toEqual([
        403,
        'Only the uploader and the person who was asked may answer.',
      ])
    }
    expect((await reply(colleague, question.Number, 'Me')).statusCode).toBe(200)
  })

  test('R26.10 of two answers at once, one counts', async () => {
    const { question } = await asked()
    const answers = await Promise.all([1, 2].map((n) => reply(uploader, question.Number, `Answer ${n}`)))
    expect(statusesOf(answers)).toEqual([200, 409])
  })

  test('R26.11 an answer takes only own uploads of the county that are not in the bin', async () => {
    const { question } = await asked()
    const ofOther = await storeDocument(portal, colleague, { fileName: 'theirs.pdf' })
    const binned = await storeDocument(portal, uploader, { fileName: 'binned.pdf' })
    await portal.call(uploader, deleteUpload, { params: { fileId: binned } })
    for (const file of [ofOther, binned, fileId, 2_000_000]) {
      expect(refusalOf(await reply(uploader, question.Number, 'Here', [file]))).toEqual([
        400,
        'An answer may have only your own uploads of the same county. Remove the other files.',
      ])
    }
    expect(refusalOf(await reply(uploader, question.Number, ' \u200B'))).toEqual([
      400,
      'Write an answer, or attach a file.',
    ])
    expect((await reply(uploader, question.Number, 'x'.repeat(2001))).statusCode).toBe(400)
    expect((await factsFor(uploader)).OpenQuestion).not.toBeNull()
  })

  test('R26.11 whoever does not see a file of an answer does not read its name', async () => {
    const { question } = await asked()
    const proof = await storeDocument(portal, uploader, { fileName: 'signed.pdf' })
    await reply(uploader, question.Number, '', [proof])
    await portal.call(uploader, deleteUpload, { params: { fileId: proof } })
    expect(await questionsFor(colleague)).toMatchObject([{ Answer: { Text: '', Files: [] } }])
  })
})

describe('R26.36 the questions for a person', () => {
  test('R26.36 a person has those that ask them, the first due first, while they see the file', async () => {
    const person = await portal.addPerson({ role: 'reader', countyIds: [portal.counties.loving] })
    const personId = person.accountId
    await asked({ text: 'Later', dueDay: '2026-05-30', personId })
    const later = fileId
    fileId = await storeDocument(portal, uploader, { fileName: 'map.pdf' })
    await asked({ text: 'Sooner', dueDay: '2026-04-30', personId })
    const own = await ownOf(person)
    expect(own).toMatchObject({
      total: 2,
      questions: [
        { FileID: fileId, FileName: 'map.pdf', CountyName: 'Loving', Text: 'Sooner', MayAnswer: true },
        { FileID: later, Text: 'Later' },
      ],
    })
    expect((await ownOf(uploader)).total).toBe(0)
    await portal.call(uploader, deleteUpload, { params: { fileId } })
    expect((await ownOf(person)).questions.map(({ FileID }) => FileID)).toEqual([later])
    fileId = later
    await setStatus(2)
    expect(await ownOf(person)).toEqual({ total: 0, questions: [] })
  })
})

describe('R26.15 the e-mail of a question', () => {
  test('R26.15 it goes out at once, without the text and the name of the file', async () => {
    await asked({ text: `The value of ${randomUUID()}`, dueDay: '2026-04-30' })
    const [mail, ...others] = await mailsTo(portal, uploader.email)
    expect(others).toEqual([])
    expect(mail?.subject).toContain(`Question about file ${fileId}`)
    expect(mail?.text).toContain(`engineer@firm.example asks you for more information about file ${fileId}.`)
    expect(mail?.text).toContain('Please answer by April 30, 2026.')
    expect(mail?.text).toContain(`/home?view=${fileId}`)
    expect(JSON.stringify(mail)).not.toMatch(/The value of|Secret Owner/u)
  })

  test('R26.15 a person who is disabled gets none, and the asker reads so', async () => {
    await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [uploader.accountId])
    const { question, isMailed } = await asked()
    expect([isMailed, question.Person]).toEqual([false, uploader.email])
    expect(await mailsTo(portal, uploader.email)).toEqual([])
    expect((await factsFor(engineer)).OpenQuestion).not.toBeNull()
  })

  test('R26.22 a person gets 20 e-mails about questions in an hour', async () => {
    const askAndSend = async () => {
      await asked()
      const { length } = await mailsTo(portal, uploader.email)
      await withdraw(engineer)
      return length
    }
    for (let sent = 0; sent < 21; sent += 1) await askAndSend()
    expect(await askAndSend()).toBe(20)
    portal.clock.advance(3_600_000)
    expect(await askAndSend()).toBe(21)
  })

  test('R26.15 a question that was answered or withdrawn meanwhile is not mailed', async () => {
    await asked()
    await setStatus(1)
    expect(await mailsTo(portal, uploader.email)).toEqual([])
  })

  test('R26.2 a person who may not see the file cannot be asked', async () => {
    expect(refusalOf(await ask(engineer, { text: 'Who?', personId: neighbor.accountId }))).toEqual([
      400,
      'This person may not see the file. Choose another person.',
    ])
  })
})
