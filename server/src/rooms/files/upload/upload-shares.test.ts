import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rawUpload, type RawUpload } from '../../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

const CONNECTIONS = 64
const SHARE = 6
const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(1_000_000)])
/** Long enough for a busy machine. */
const BOUND = { timeout: 20_000 }

let portal: TestPortal
let idler: TestPerson
let neighbor: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal()
  const loving = (await portal.addCounty('Loving')).CountyID
  const winkler = (await portal.addCounty('Winkler')).CountyID
  idler = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  neighbor = await portal.addPerson({ email: 'clerk@winkler.example', countyId: winkler })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

function begin(person: TestPerson): Promise<RawUpload> {
  const form = uploadForm({ fileName: 'r.pdf', bytes: LARGE, categoryId: 1, typeId: 1 })
  return rawUpload(port, { ...form, headers: { ...form.headers, cookie: person.cookie } })
}

const beginMany = (person: TestPerson, many: number) =>
  Promise.all(Array.from({ length: many }, () => begin(person)))

async function sendWhole(upload: RawUpload): Promise<string> {
  const answer = upload.answer()
  await upload.sendUpTo(1)
  return answer
}

const stagedNow = async () => (await storedObjects(portal.world.storage)).staged.length

test(`R5.53 I04 ${CONNECTIONS} stalled connections of one clerk hold ${SHARE} slots: one more is refused immediately, and eight uploads of another county arrive`, async () => {
  const idle = await beginMany(idler, CONNECTIONS + 1)
  // The network decides which of them comes last.
  expect(await Promise.race(idle.map((upload) => upload.answer()))).toMatch(
    /^HTTP\/1\.1 429 .*retry-after: 5\r\n.*You are sending too many files at once/s,
  )
  for (const upload of idle) void upload.sendUpTo(0.5)
  await vi.waitFor(async () => expect(await stagedNow()).toBe(SHARE), BOUND)
  const answers = await Promise.all((await beginMany(neighbor, 8)).map(sendWhole))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(await stagedNow()).toBe(SHARE)
  for (const upload of idle) upload.destroy()
  await vi.waitFor(async () => expect(await stagedNow()).toBe(0), BOUND)
  expect(await sendWhole(await begin(idler))).toMatch(/^HTTP\/1\.1 200 OK/)
})
