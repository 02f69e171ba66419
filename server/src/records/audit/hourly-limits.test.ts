import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import { getDocumentHistoryPdf } from '@portal/contract/history/document-history.ts'
import { exportPeople } from '@portal/contract/people/export-people.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { archiveCalls } from '../../testing/archive-calls.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { pageTextsOf, searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { queueMissing } from '../search-index/index-sweep.job.ts'

/** A search for a new one is recorded each time. */
const WORDS = ['lease', 'deed', 'plat', 'well', 'tank', 'pump', 'meter', 'road']
const COMPLETED = { kind: 'status', statusId: 2 } as const

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
let other: TestPerson
let ids: number[]
let fileId: number
/** The run that the next undo is of. */
let lastRun: number
const texts = new Map<number, readonly string[]>()
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, pageTexts: pageTextsOf(texts) })
  const { people, counties, pool } = portal
  calls = runCalls(portal)
  other = await portal.addPerson({ email: 'other@firm.example', role: 'administrator' })
  ids = await addManyDocuments(pool, MAX_AT_ONCE + 1, { county: counties.loving, by: people.clerk })
  const documents = searchCalls(portal, texts)
  fileId = await documents.add({ county: counties.loving, by: people.clerk, text: [WORDS.join(' ')] })
  await queueMissing(portal.world)
  await documents.index()
  lastRun = (await calls.start(people.administrator, { ids: [fileId] }, COMPLETED)).body.number
})
afterAll(() => portal.close())

type Act = { readonly most: number; readonly act: (person: TestPerson) => Promise<number> }

const words = WORDS.values()

const ACTS: Readonly<Record<string, Act>> = {
  'R20.34 runs of few files': {
    most: 600,
    act: async (person) => (await calls.start(person, { ids: [fileId] }, COMPLETED)).status,
  },
  'R20.34 runs of many files': {
    most: 60,
    async act(person) {
      const { status } = await calls.start(person, { ids }, COMPLETED)
      await calls.work()
      return status
    },
  },
  'R20.34 undos of runs': {
    most: 600,
    async act(person) {
      const { status, body } = await calls.undo(person, lastRun)
      if (status === 200) lastRun = body.number
      return status
    },
  },
  'R21.8 ZIP files': {
    most: 300,
    act: async (person) => (await archiveCalls(portal).prepare(person, { ids: [fileId] })).status,
  },
  'R22.11 exports of documents': {
    most: 240,
    act: async (person) =>
      (await portal.call(person, exportUploads, { query: { columns: 'id' } })).statusCode,
  },
  'R22.11 exports of people': {
    most: 240,
    act: async (person) => (await portal.call(person, exportPeople)).statusCode,
  },
  'R8.59 histories as PDF': {
    most: 60,
    act: async (person) =>
      (await portal.call(person, getDocumentHistoryPdf, { params: { fileId } })).statusCode,
  },
  'R15.58 lines of searches': {
    most: 1200,
    act: async (person) =>
      (await searchCalls(portal, texts).search(person, { q: words.next().value ?? '' })).status,
  },
}

test.each(Object.entries(ACTS))(
  '%s of one person above the hourly limit are 429, and leave no record',
  async (_what, { most, act }) => {
    const { administrator } = portal.people
    const records = async () => (await portal.pool.query('SELECT FROM audit_record')).rowCount
    await portal.pool.query('DELETE FROM throttled_attempt')
    expect(await act(administrator)).toBe(200)
    // As if it had been done one time less than the limit.
    await portal.pool.query(
      `INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(3, $1)`,
      [most],
    )
    expect(await act(administrator)).toBe(200)
    const before = await records()
    expect(await act(administrator)).toBe(429)
    expect(await records()).toBe(before)
    expect(await act(other)).toBe(200)
    portal.clock.advance(HOUR_MS)
    expect(await act(administrator)).toBe(200)
  },
)
