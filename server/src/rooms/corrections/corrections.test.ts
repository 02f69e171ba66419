import {
  getCorrections,
  removeCorrects,
  setCorrects,
  type Corrections,
} from '@portal/contract/corrections/corrections.ts'
import type { Failure } from '@portal/contract/error.ts'
import { downloadUpload, type Upload } from '@portal/contract/files/files.ts'
import { getDocumentHistory, type DocumentEvent } from '@portal/contract/history/document-history.ts'
import { makeReceipts, type ReceiptHead } from '@portal/contract/receipts/receipts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument, uploadDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tusCalls } from '../../testing/tus-calls.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const UNKNOWN = 990_000_003
const { pdf } = SAMPLE_FILES

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
let reader: TestPerson
let clerk: TestPerson
let colleague: TestPerson
let neighbor: TestPerson
let administrator: TestPerson

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
  ;({ clerk, colleague, neighbor, administrator } = portal.people)
  const countyIds = [portal.counties.loving]
  reader = await portal.addPerson({ email: 'reader@loving.example', role: 'reader', countyIds })
})
afterAll(() => portal.close())

const store = (person: TestPerson = clerk, corrects?: number) =>
  storeDocument(portal, person, corrects === undefined ? {} : { corrects })

/** Uploads a file that corrects another one, and returns the status and the error. */
async function upload(person: TestPerson, corrects: number, countyId?: number) {
  const answer = await uploadDocument(portal, person, {
    corrects,
    ...(countyId !== undefined && { countyId }),
  })
  return [answer.statusCode, answer.json<Partial<Failure>>().error] as const
}

async function chainOf(fileId: number, person: TestPerson = clerk) {
  const answer = await portal.call(person, getCorrections, { params: { fileId } })
  const { older, newer } = answer.json<Corrections>()
  return { older: older.map(({ FileID }) => FileID), newer: newer.map(({ FileID }) => FileID) }
}

async function mark(person: TestPerson, fileId: number, corrects: number) {
  const answer = await portal.call(person, setCorrects, { params: { fileId }, payload: { corrects } })
  return [answer.statusCode, answer.json<Partial<Failure>>().error] as const
}

async function unmark(person: TestPerson, fileId: number) {
  const answer = await portal.call(person, removeCorrects, { params: { fileId } })
  return [answer.statusCode, answer.json<Partial<Failure>>().error] as const
}

async function historyOf(fileId: number, person: TestPerson = clerk) {
  const answer = await portal.call(person, getDocumentHistory, {
    params: { fileId },
    query: { kind: 'corrected' },
  })
  return answer.json<{ events: DocumentEvent[] }>().events.map(({ who, what }) => `${who} ${what}`)
}

describe('an upload', () => {
  test('R25.1 says that it corrects a file, and both show the chain with names and dates', async () => {
    const first = await store()
    const second = await store(clerk, first)
    const third = await store(colleague, second)
    expect(await chainOf(first)).toEqual({ older: [], newer: [second, third] })
    expect(await chainOf(second)).toEqual({ older: [first], newer: [third] })
    expect(await chainOf(third)).toEqual({ older: [second, first], newer: [] })
    const answer = await portal.call(reader, getCorrections, { params: { fileId: first } })
    const file = { FileID: third, FileName: 'rendition.pdf', UploadDate: expect.any(String) }
    expect(answer.json<Corrections>()).toMatchObject({
      file: { FileID: first },
      newer: [{ FileID: second }, file],
      mayChange: false,
    })
  })

  test('R25.2 without the field answers as before, and has an empty chain', async () => {
    const answer = await uploadDocument(portal, clerk)
    const { file } = answer.json<{ file: Upload }>()
    expect(Object.keys(file)).not.toContain('Corrects')
    expect(await chainOf(file.FileID)).toEqual({ older: [], newer: [] })
  })

  test('R25.3 is refused alike for a file of another county and one that does not exist, and stores nothing', async () => {
    const hidden = await store(neighbor)
    const refused = await upload(clerk, UNKNOWN)
    expect(refused).toEqual([400, 'The file to correct does not exist. Check its file ID.'])
    expect(await upload(clerk, hidden)).toEqual(refused)
    expect(await chainOf(hidden, neighbor)).toEqual({ older: [], newer: [] })
    const sentence =
      'A file can only correct a file of the same county. Without a county, both need the same uploader.'
    expect(await upload(administrator, hidden, portal.counties.loving)).toEqual([400, sentence])
  })

  test('R25.4 is refused for a file that is corrected already, and hears which is the newest', async () => {
    const first = await store()
    const second = await store(clerk, first)
    const third = await store(clerk, second)
    const sentence = `File ${first} is already corrected. Correct file ${third} instead.`
    expect(await upload(colleague, first)).toEqual([409, sentence])
    expect(await chainOf(first)).toEqual({ older: [], newer: [second, third] })
  })

  test('R25.4 of two at once that correct one file, one is stored', async () => {
    const first = await store()
    const answers = await Promise.all([upload(clerk, first), upload(colleague, first), upload(clerk, first)])
    expect(answers.map(([status]) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect((await chainOf(first)).newer).toHaveLength(1)
  })

  test('R25.5 is refused for a file in the bin', async () => {
    const binned = await bin.storeInBin()
    const sentence = `File ${binned} is in the recycle bin. Restore it before you correct it.`
    expect(await upload(clerk, binned)).toEqual([409, sentence])
  })

  test('R25.6 that is resumed corrects the file, too, and its key does not fit another file', async () => {
    const first = await store()
    const values = { corrects: String(first), senderKey: '5f8b7f9e-5d3c-4a35-9f0d-6f3f2a9b1c11' }
    const calls = tusCalls(portal, clerk)
    const answer = await calls.begin({ size: pdf.length, bytes: pdf, values })
    const second = Number(answer.headers['portal-file-id'])
    expect(await chainOf(first)).toEqual({ older: [], newer: [second] })
    const other = await calls.begin({ size: pdf.length, values: { ...values, corrects: String(second) } })
    expect(other.statusCode).toBe(409)
    const hidden = await store(neighbor)
    const refused = await calls.begin({ size: pdf.length, values: { corrects: String(hidden) } })
    expect([refused.statusCode, refused.json<Failure>().code]).toEqual([400, 'correction.file_unknown'])
  })

  test('R25.6 that comes again under its key is the same document', async () => {
    const corrects = await store()
    const fields = { corrects, senderKey: '5f8b7f9e-5d3c-4a35-9f0d-6f3f2a9b1c12' }
    const second = await storeDocument(portal, clerk, fields)
    expect(await storeDocument(portal, clerk, fields)).toBe(second)
    expect(await chainOf(corrects)).toEqual({ older: [], newer: [second] })
  })

  test('R25.7 leaves bytes, version and receipt of the corrected file', async () => {
    const fileId = await store()
    const made = await portal.call(clerk, makeReceipts, { payload: { batch: 'b', fileIds: [fileId] } })
    const before = await factsOf(fileId)
    await store(clerk, fileId)
    expect(await factsOf(fileId)).toEqual(before)
    const [receipt] = made.json<{ receipts: ReceiptHead[] }>().receipts
    expect(receipt?.Number).toBeTruthy()
    const bytes = await portal.call(clerk, downloadUpload, { params: { fileId } })
    expect(bytes.rawPayload.equals(pdf)).toBe(true)
  })
})

async function factsOf(fileId: number): Promise<unknown> {
  const { rows } = await portal.pool.query(
    `SELECT d.*, (SELECT jsonb_agg(to_jsonb(f)) FROM receipt_file AS f WHERE f.document_id = d.id) AS receipts
     FROM document AS d WHERE id = $1`,
    [fileId],
  )
  return rows[0]
}

describe('later', () => {
  test('R25.8 the uploader and people who may edit say what a file corrects; others may not', async () => {
    const [first, second] = [await store(), await store()]
    const refused = [403, 'Only administrators, firm staff and the uploader may say what a file corrects.']
    for (const person of [colleague, reader]) {
      expect(await mark(person, second, first)).toEqual(refused)
      expect(await unmark(person, second)).toEqual(refused)
    }
    for (const person of [clerk, administrator]) {
      expect(await mark(person, second, first)).toEqual([200, undefined])
      expect(await chainOf(first)).toEqual({ older: [], newer: [second] })
      expect(await unmark(person, second)).toEqual([200, undefined])
      expect(await chainOf(first)).toEqual({ older: [], newer: [] })
    }
  })

  test('R25.9 a file corrects one older file only, and never a newer one or itself', async () => {
    const [first, second, third] = [await store(), await store(), await store()]
    const sentence = 'A file can only correct an older file. Enter a lower file ID.'
    expect(await mark(clerk, first, second)).toEqual([400, sentence])
    expect(await mark(clerk, first, first)).toEqual([400, sentence])
    expect(await mark(clerk, third, second)).toEqual([200, undefined])
    expect(await mark(clerk, third, second)).toEqual([200, undefined])
    const another = `This file already corrects file ${second}. Remove that correction first.`
    expect(await mark(clerk, third, first)).toEqual([409, another])
    expect(await historyOf(third)).toHaveLength(1)
  })

  test('R25.3 a file of another county is refused like one that does not exist', async () => {
    const [hidden, gone] = [await store(neighbor), await bin.storeInBin()]
    await bin.deleteForGood(gone)
    const own = await store()
    const refused = await mark(clerk, own, gone)
    expect(refused).toEqual([400, 'The file to correct does not exist. Check its file ID.'])
    expect(await mark(clerk, own, hidden)).toEqual(refused)
    expect((await mark(clerk, hidden, own))[0]).toBe(404)
    expect((await unmark(clerk, hidden))[0]).toBe(404)
    const answer = await portal.call(clerk, getCorrections, { params: { fileId: hidden } })
    expect(answer.statusCode).toBe(404)
  })

  test('R25.10 a correction leaves the version, so it refuses nobody’s open edit', async () => {
    const [first, second] = [await store(), await store()]
    const before = [await factsOf(first), await factsOf(second)]
    await mark(clerk, second, first)
    expect([await factsOf(first), await factsOf(second)]).toEqual(before)
  })
})

describe('the bin', () => {
  test('R25.11 a correction in the bin does not count until it is restored', async () => {
    const first = await store()
    const second = await store(clerk, first)
    await bin.moveToBin(second)
    expect(await chainOf(first)).toEqual({ older: [], newer: [] })
    await bin.restore(second)
    expect(await chainOf(first)).toEqual({ older: [], newer: [second] })
  })

  test('R25.12 a correction in the bin gives its place to a new one, also in its history', async () => {
    const first = await store()
    const second = await store(clerk, first)
    await bin.moveToBin(second)
    const third = await store(clerk, first)
    await bin.restore(second)
    expect(await chainOf(first)).toEqual({ older: [], newer: [third] })
    expect(await chainOf(second)).toEqual({ older: [], newer: [] })
    expect((await historyOf(second))[0]).toContain(`no longer corrects file ${first}`)
  })

  test('R25.13 a file that is deleted for good leaves its chain, and its audit record stays', async () => {
    const first = await store()
    const second = await store(clerk, first)
    const third = await store(clerk, second)
    await bin.moveToBin(second)
    await bin.deleteForGood(second)
    expect(await chainOf(first)).toEqual({ older: [], newer: [] })
    expect(await chainOf(third)).toEqual({ older: [], newer: [] })
    expect(await historyOf(first)).toEqual([`${clerk.email} said that file ${second} corrects this file`])
    expect((await bin.recordsOf(second)).map(({ what }) => what)).toContain('correction of another file')
  })
})

test('R25.14 the history of both files says who corrected what, and who removed that', async () => {
  const first = await store()
  const second = await store(clerk, first)
  await unmark(administrator, second)
  const { email } = clerk
  expect(await historyOf(first, administrator)).toEqual([
    `${administrator.email} said that file ${second} no longer corrects this file`,
    `${email} said that file ${second} corrects this file`,
  ])
  expect(await historyOf(second, administrator)).toEqual([
    `${administrator.email} said that this file no longer corrects file ${first}`,
    `${email} said that this file corrects file ${first}`,
  ])
})

test('R25.15 a person adds and removes at most 600 corrections in an hour', async () => {
  const [first, second] = [await store(colleague), await store(colleague)]
  await portal.pool.query('DELETE FROM throttled_attempt')
  expect((await mark(colleague, second, first))[0]).toBe(200)
  // As if it had been done 600 times.
  await portal.pool.query(
    'INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(2, 600)',
  )
  expect((await unmark(colleague, second))[0]).toBe(429)
  expect((await mark(colleague, second, first))[0]).toBe(429)
  expect((await chainOf(first)).newer).toEqual([second])
})
