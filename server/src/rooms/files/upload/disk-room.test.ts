import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../../app.ts'
import type { App } from '../../../engines/http/app-types.ts'
import { openDiskStorage } from '../../../engines/storage/disk/disk-storage.ts'
import type { Storage } from '../../../engines/storage/storage.ts'
import { rawUpload } from '../../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { smallDisk } from '../../../testing/small-disk.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

const AT_ONCE = 11
const FITTING = 4
/** Bytes of a file. Its form has some hundred more. */
const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(5_000_000)])
const disk = smallDisk({ room: (FITTING + 0.5) * LARGE.length })

let portal: TestPortal
let people: TestPerson[]
let folder: string
let storage: Storage
let app: App
let port: number

beforeAll(async () => {
  portal = await testPortal()
  people = await Promise.all(
    ['a', 'b', 'c'].map((name) => portal.addPerson({ email: `${name}@firm.example`, isAdmin: true })),
  )
  folder = await mkdtemp(join(tmpdir(), 'portal-small-disk-'))
  storage = await openDiskStorage(folder, disk.operations)
  app = await buildApp({ ...portal.world, storage }, { logger: pino({ level: 'silent' }) })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function begin(person: TestPerson) {
  const form = uploadForm({ fileName: 'r.pdf', bytes: LARGE, categoryId: 1, typeId: 1 })
  return rawUpload(port, { ...form, headers: { ...form.headers, cookie: person.cookie } })
}

test(`R5.47 A08 of ${AT_ONCE} simultaneous uploads to a disk with room for ${FITTING}, that many are stored, the others get 503, and the reserve stays free`, async () => {
  const uploads = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, number) => begin(people[number % people.length]!)),
  )
  const answers = uploads.map((upload) => upload.answer())
  await Promise.all(uploads.map((upload) => upload.sendUpTo(0.5)))
  await vi.waitFor(async () => expect((await storedObjects(storage)).staged).toHaveLength(FITTING), {
    timeout: 30_000,
  })
  await Promise.all(uploads.map((upload) => upload.sendUpTo(1)))
  const heard = await Promise.all(answers)
  expect(heard.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(FITTING)
  const refused = heard.filter((answer) => answer.startsWith('HTTP/1.1 503'))
  expect(refused).toHaveLength(AT_ONCE - FITTING)
  for (const answer of refused) expect(answer).toContain('The portal has no room left to store files.')
  expect(disk.minRoom()).toBeGreaterThanOrEqual(0)
  expect((await storedObjects(storage)).staged).toEqual([])
})
