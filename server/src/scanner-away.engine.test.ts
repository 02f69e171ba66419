import { createHash } from 'node:crypto'
import { callPath } from '@portal/contract/call-path.ts'
import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startClamd, type RealClamd } from './testing/engines/clamd.ts'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { downloadOf, startLoad, type Load } from './testing/engines/load.ts'
import { ownBucket } from './testing/engines/s3-server.ts'
import { startTwoServers, type TwoServers } from './testing/engines/two-servers.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { INFECTED_PDF } from './testing/scan-calls.ts'
import { uploadForm } from './testing/upload-form.ts'

const PEOPLE = 6
const BOUND = { timeout: 240_000, interval: 50 }
/** The response to people who open files that came during the outage. */
const OF_THE_OUTAGE = `download: 503 {"error":"${STILL_BEING_CHECKED.sentence}"`

let database: TestDatabase
let clamd: RealClamd
let two: TwoServers
beforeAll(async () => {
  database = await testDatabase()
  clamd = await startClamd()
  two = await startTwoServers({
    databaseUrl: database.url,
    bucket: await ownBucket('ceph'),
    settings: { CLAMD_URL: clamd.url },
  })
})
afterAll(async () => {
  await two?.stop()
  await clamd?.stop()
  await database?.close()
})

async function uploadsOf(load: Load, more: number): Promise<void> {
  const end = load.acknowledged.size + more
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThanOrEqual(end), BOUND)
}

/** Document ids by the scanner's verdict on their bytes. */
async function idsOf(state: 'pending' | 'clean' | 'infected'): Promise<number[]> {
  const rows = await two.world.database.kysely
    .selectFrom('document')
    .innerJoin('stored_object', 'key', 'storage_key')
    .where('scan_state', '=', state)
    .select('document.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function uploadVirus(cookie: string): Promise<number> {
  const file = { fileName: 'virus.pdf', bytes: INFECTED_PDF, categoryId: 1, typeId: 1 }
  const { payload, headers } = uploadForm(file)
  const { method } = uploadFile
  const path = `/api${callPath(uploadFile)}`
  const answer = await two.call({ method, path, headers: { ...headers, cookie }, body: payload })
  expect(answer.status).toBe(200)
  return (answer.json() as { file: Upload }).file.FileID
}

test('C16 clamd is killed under load and comes back, with two servers: uploads continue, no unscanned file opens, and all files are scanned automatically', async () => {
  const { cookie } = await two.addPerson({ email: 'admin@staff.example' })
  const openAtBoth = (id: number) =>
    Promise.all(two.servers.map(({ call }) => call({ ...downloadOf(id), headers: { cookie } })))
  const load = startLoad(two.call, { cookie, people: PEOPLE })
  await uploadsOf(load, 3 * PEOPLE)
  expect(load.failures).toEqual([])
  await clamd.leave()
  const virus = await uploadVirus(cookie)
  await uploadsOf(load, 4 * PEOPLE)
  const waiting = await idsOf('pending')
  expect(waiting.length).toBeGreaterThan(3 * PEOPLE)
  for (const id of [virus, ...waiting.slice(0, PEOPLE)]) {
    for (const answer of await openAtBoth(id)) {
      expect([answer.status, answer.json()]).toEqual([
        503,
        expect.objectContaining(sentenceOf(STILL_BEING_CHECKED)),
      ])
    }
  }

  await clamd.comeBack()
  const back = performance.now()
  await vi.waitFor(async () => expect(await idsOf('pending')).toEqual([]), BOUND)
  const checked = performance.now()
  await uploadsOf(load, 2 * PEOPLE)
  await load.stop()
  console.log(
    `${load.acknowledged.size} uploads acknowledged, ${waiting.length} of them waited for clamd, all looked at ${((checked - back) / 1000).toFixed(1)} s after it was back`,
  )
  expect(load.failures.filter(({ what }) => !what.startsWith(OF_THE_OUTAGE))).toEqual([])
  expect(load.failures.filter(({ began }) => began > checked)).toEqual([])
  expect(new Set(await idsOf('clean'))).toEqual(new Set(load.acknowledged.keys()))
  expect(await idsOf('infected')).toEqual([virus])
  for (const answer of await openAtBoth(virus)) {
    expect([answer.status, answer.json()]).toEqual([409, expect.objectContaining(sentenceOf(INFECTED))])
  }
  for (const id of waiting.filter((each) => each !== virus)) {
    const came = await two.call({ ...downloadOf(id), headers: { cookie } })
    expect([came.status, createHash('sha256').update(came.bytes).digest('hex')]).toEqual([
      200,
      load.acknowledged.get(id),
    ])
  }
  await expectNothingLost(two.world, load.acknowledged)
}, 600_000)

const sentenceOf = ({ sentence }: { sentence: string }) => ({ error: sentence })
