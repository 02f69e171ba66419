import { uploadFile } from '@portal/contract/files/files.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../../app.ts'
import { worldOn } from '../../../world.ts'
import { rawUpload, type RawUpload } from '../../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { knownObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

const SHARE = 6
const OK = /^HTTP\/1\.1 200 OK/
/** Long enough for a busy machine. */
const BOUND = { timeout: 20_000 }

let portal: TestPortal
let clerk: TestPerson
let neighbor: TestPerson
/** Counts for two servers on one database and one store. */
let [here, there] = [0, 0]
let closeThere: () => Promise<void>

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.addPerson({ email: 'clerk@firm.example' })
  neighbor = await portal.addPerson({ email: 'neighbor@firm.example' })
  const other = await buildApp(worldOn(portal.world), { logger: pino({ level: 'silent' }) })
  closeThere = () => other.close()
  here = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
  there = Number(new URL(await other.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await closeThere()
  await portal.close()
})

const formOf = (bytes: number) => {
  const file = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(bytes - SAMPLE_FILES.pdf.length)])
  return uploadForm({ fileName: 'r.pdf', bytes: file, categoryId: 1, typeId: 1 })
}

function begin(port: number, person: TestPerson, bytes = 2_000_000): Promise<RawUpload> {
  const { payload, headers } = formOf(bytes)
  return rawUpload(port, { payload, headers: { ...headers, cookie: person.cookie } })
}

const stagedNow = async () =>
  Object.values(await knownObjects(portal.pool)).filter((state) => state === 'staged').length

async function sendWhole(upload: RawUpload): Promise<string> {
  const answer = upload.answer()
  await upload.sendUpTo(1)
  return answer
}

test('R5.53 C21 I04 a person with six uploads on one server waits on the other, where everyone else continues', async () => {
  const standing = await Promise.all(Array.from({ length: SHARE }, () => begin(here, clerk)))
  for (const upload of standing) await upload.sendUpTo(0.5)
  await vi.waitFor(async () => expect(await stagedNow()).toBe(SHARE), BOUND)

  let answered = ''
  const seventh = begin(there, clerk).then(sendWhole)
  void seventh.then((answer) => (answered = answer))
  await vi.waitFor(async () => expect(await stagedNow()).toBe(SHARE + 1), BOUND)
  for (let n = 0; n < 3; n++) expect(await sendWhole(await begin(there, neighbor))).toMatch(OK)
  expect(answered).toBe('')

  const [first, ...others] = standing
  expect(await sendWhole(first!)).toMatch(OK)
  expect(await seventh).toMatch(OK)
  // A broken upload frees its slot, too.
  for (const upload of others) upload.destroy()
  await vi.waitFor(async () => expect(await stagedNow()).toBe(0), BOUND)
  const next = await Promise.all(Array.from({ length: SHARE }, () => begin(there, clerk).then(sendWhole)))
  for (const answer of next) expect(answer).toMatch(OK)
})

test('an upload of a megabyte needs one statement for its permit, the one that records it', async () => {
  const statements = await statementsOf(async () => {
    const answer = await portal.call(clerk, uploadFile, formOf(1_000_000))
    expect(answer.statusCode).toBe(200)
  })
  expect(statements.filter((text) => /stored_object|note_upload/.test(text))).toEqual([
    expect.stringContaining('SELECT note_upload('),
  ])
})
