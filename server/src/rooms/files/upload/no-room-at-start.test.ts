import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadUpload, uploadFile } from '@portal/contract/files/files.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { diskOperations } from '../../../engines/storage/disk/disk-operations.ts'
import { openDiskStorage } from '../../../engines/storage/disk/disk-storage.ts'
import { createHealthProbe } from '../../../engines/http/health-probe.ts'
import { requireMatchingStore } from '../../../records/stored-files/bytes/store-identity.ts'
import { sweepBrokenUploads } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { callPath } from '@portal/contract/call-path.ts'

let portal: TestPortal
let clerk: TestPerson
let fileId: number
let folder: string

const form = () =>
  uploadForm({ fileName: 'rendition.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-no-room-'))
  const storage = await openDiskStorage(folder)
  portal = await testPortal({ storage })
  await requireMatchingStore(portal.world)
  clerk = await portal.addPerson({ email: 'clerk@staff.example', isAdmin: true })
  const answer = await portal.call(clerk, uploadFile, form())
  fileId = answer.json<{ file: { FileID: number } }>().file.FileID
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['ENOSPC', 'No document can be stored: of its disk 256 MB stay free, and there is less. Please make room.'],
  ['EROFS', 'No document can be stored: the disk is read-only.'],
])(
  'A04 on a disk without any room (%s) the portal starts: documents can be read, uploads get 503, and /readyz gives the reason',
  async (code, reason) => {
    const refuse = () => Promise.reject(Object.assign(new Error(code), { code }))
    const storage = await openDiskStorage(folder, {
      ...diskOperations,
      create: refuse,
      remove: refuse,
    })
    const world = { ...portal.world, storage, healthProbe: createHealthProbe({ ...portal.world, storage }) }
    await requireMatchingStore(world)
    await sweepBrokenUploads(world)
    const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
    const headers = { cookie: clerk.cookie }
    const read = await app.inject({ url: `/api${callPath(downloadUpload, { params: { fileId } })}`, headers })
    expect([read.statusCode, read.rawPayload.equals(SAMPLE_FILES.pdf)]).toEqual([200, true])
    const upload = form()
    const refused = await app.inject({
      method: 'POST',
      url: `/api${callPath(uploadFile, {})}`,
      ...upload,
      headers: { ...upload.headers, ...headers },
    })
    expect(refused.statusCode).toBe(503)
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ parts: { storage: 'down' } })
    expect(ready.json<{ warnings: string[] }>().warnings).toContain(reason)
    await app.close()
  },
)

test('A04 on a disk below its reserve /readyz names the folder and its free megabytes', async () => {
  const storage = await openDiskStorage(folder, { ...diskOperations, freeBytes: async () => 12_900_000 })
  const world = { ...portal.world, storage, healthProbe: createHealthProbe({ ...portal.world, storage }) }
  const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
  const ready = await app.inject('/readyz')
  expect(ready.json<{ warnings: string[] }>().warnings).toContain(
    `No document can be stored. The disk of ${folder} has 12 MB free. 256 MB stay free. Please make room.`,
  )
  const stranger = await app.inject({ url: '/readyz', remoteAddress: '192.0.2.7' })
  expect(stranger.json()).toEqual({ status: 'not ready' })
  await app.close()
})

test.each([
  { name: 'staging', mayRead: true },
  { name: 'kept', mayRead: true },
  { name: 'kept', mayRead: false },
])(
  'A04 a store whose folder $name loses its rights: uploads get 503, and /readyz gives the reason',
  async ({ name, mayRead }) => {
    let isClosed = false
    const guard = (path: string, reads = false) => {
      const isRefused = isClosed && path.startsWith(join(folder, name)) && !(reads && mayRead)
      if (isRefused) throw Object.assign(new Error('EACCES'), { code: 'EACCES', path })
    }
    const storage = await openDiskStorage(folder, {
      ...diskOperations,
      async create(path) {
        guard(path)
        return diskOperations.create(path)
      },
      async rename(from, to) {
        guard(to)
        return diskOperations.rename(from, to)
      },
      async requireWritable(path) {
        guard(path)
        return diskOperations.requireWritable(path)
      },
      async facts(path) {
        guard(path, true)
        return diskOperations.facts(path)
      },
    })
    const world = { ...portal.world, storage, healthProbe: createHealthProbe({ ...portal.world, storage }) }
    const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
    isClosed = true
    const upload = form()
    const sent = await app.inject({
      method: 'POST',
      url: `/api${callPath(uploadFile, {})}`,
      ...upload,
      headers: { ...upload.headers, cookie: clerk.cookie },
    })
    expect(sent.statusCode).toBe(503)
    const ready = await app.inject('/readyz')
    expect(ready.json()).toMatchObject({ parts: { storage: 'down' } })
    expect(ready.json<{ warnings: string[] }>().warnings).toContain(
      'No document can be stored: the portal has no right to a folder of its store. The log names it.',
    )
    await app.close()
  },
)
