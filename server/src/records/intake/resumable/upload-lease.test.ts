import { randomBytes } from 'node:crypto'
import { CHECKSUM_MISMATCH, TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { TOO_MANY_AT_ONCE } from '@portal/contract/files/upload-errors.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import type { PersonContext } from '../../context.ts'
import { appendBytes } from './append-bytes.ts'
import { finishUpload } from './finish-upload.ts'
import { withUploadLease, type UploadLease } from './upload-lease.ts'
import { createTakeoverLock } from '../takeover-lock.ts'

// Of several servers only the one that holds an upload is believed: the others are not told that they have lost it.

const PDF = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(50_000)])
const TAKEN = { code: TAKEN_OVER.code }

let portal: TestPortal
let clerk: TestPerson
let calls: ReturnType<typeof tusCalls>
let context: PersonContext

beforeEach(async () => {
  await portal?.close()
  portal = await testPortal()
  const { CountyID: countyId } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  calls = tusCalls(portal, clerk)
  context = contextOfPerson(portal.world, { ...clerk, countyId })
})
afterAll(() => portal.close())

/** The pieces that lie in the store. */
async function lying(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of portal.world.storage.pieces.list()) keys.push(key)
  return keys
}

/** A store that takes so many bytes in a piece, as S3 does. */
function inPiecesOf(largest: number): PersonContext {
  const { storage } = context
  const pieces = Object.create(storage.pieces, { largest: { value: largest } })
  return { ...context, storage: Object.create(storage, { pieces: { value: pieces } }) }
}

/** Of uploads that wait for nothing. */
const FREE = { register: async () => {}, unregister: async () => {} }

/** Waits until the database has so many pieces. */
const untilPieces = (count: number) =>
  vi.waitUntil(async () => (await portal.pool.query('SELECT FROM resumable_piece')).rowCount === count, {
    timeout: 30_000,
  })

/** Bytes with something that happens before the last of them comes. */
async function* bytesWhile(bytes: Buffer, happens: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 1000)
  await happens()
  yield bytes.subarray(1000)
}

/** The call of somebody on another server, which knows nothing of those who go on with it here. */
const onAnotherServer = (id: string) =>
  withUploadLease(
    { ...context, takeoverLock: createTakeoverLock() },
    { id, accountId: clerk.accountId },
    async () => {},
  )

const here = <T>(id: string, work: (held: UploadLease) => Promise<T>) =>
  withUploadLease(context, { id, accountId: clerk.accountId }, work)

test('a piece of who lost the upload to another server counts for nothing', async () => {
  const id = await calls.begun({ size: PDF.length + 1000 })
  const bytes = bytesWhile(PDF, () => onAnotherServer(id))
  const late = here(id, (held) =>
    appendBytes(context, held, { bytes, permit: FREE, checksum: null, last: null }),
  )
  await expect(late).rejects.toMatchObject(TAKEN)
  expect(await calls.read(id)).toMatchObject({ received: 0, state: 'unfinished' })
  const { rows } = await portal.pool.query('SELECT FROM resumable_piece')
  expect(rows).toEqual([])
  expect(await lying()).toEqual([])
})

test('of several pieces that were to be checked first none is left where another server took the upload over', async () => {
  const id = await calls.begun({ size: PDF.length + 1000 })
  const checksum = { add: () => {}, confirm: () => {} }
  const bytes = bytesWhile(PDF, () => onAnotherServer(id))
  const late = here(id, (held) =>
    appendBytes(inPiecesOf(20_000), held, { bytes, permit: FREE, checksum, last: null }),
  )
  await expect(late).rejects.toMatchObject(TAKEN)
  expect(await calls.read(id)).toMatchObject({ received: 0, state: 'unfinished' })
  expect(await lying()).toEqual([])
})

test('a file that is not the one that was sent leaves nothing in the store', async () => {
  const id = await calls.begun({ size: PDF.length })
  const wrong = {
    add: () => {},
    confirm() {
      throw failure(CHECKSUM_MISMATCH)
    },
  }
  const refused = here(id, (held) =>
    appendBytes(context, held, {
      bytes: bytesWhile(PDF, () => Promise.resolve()),
      permit: FREE,
      checksum: wrong,
      last: null,
    }),
  )
  await expect(refused).rejects.toMatchObject({ code: CHECKSUM_MISMATCH.code })
  expect(await lying()).toEqual([])
})

test('what was noted of a piece on the way stays for whoever took the upload over', async () => {
  const long = Buffer.alloc(9_000_000)
  const id = await calls.begun({ size: long.length + PDF.length + 1000 })
  async function* bytes() {
    yield long
    await untilPieces(1)
    await onAnotherServer(id)
    yield PDF
  }
  const late = here(id, (held) =>
    appendBytes(context, held, { bytes: bytes(), permit: FREE, checksum: null, last: null }),
  )
  await expect(late).rejects.toMatchObject(TAKEN)
  expect(await calls.read(id)).toMatchObject({ received: long.length })
  expect(await lying()).toHaveLength(1)
})

test('R5.129 what was recorded on the way stays, though the upload waited for a permit in vain', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = Buffer.concat([PDF, randomBytes(300_000)])
  const size = first.length + PDF.length
  const id = await calls.begun({ size })
  await calls.append(id, 0, first)
  const permit = Promise.withResolvers<void>()
  async function* bytes() {
    yield PDF.subarray(0, 1000)
    vi.advanceTimersByTime(2000)
    yield PDF.subarray(1000, 2000)
    await untilPieces(2)
    yield PDF.subarray(2000)
    permit.reject(failure(TOO_MANY_AT_ONCE))
  }
  const last = { key: '', startsAt: 0, size: first.length }
  const refused = here(id, (held) =>
    appendBytes(context, held, {
      bytes: bytes(),
      permit: { ...FREE, register: () => permit.promise },
      checksum: null,
      last,
    }),
  )
  await expect(refused).rejects.toMatchObject({ code: TOO_MANY_AT_ONCE.code })
  vi.useRealTimers()
  const { headers } = await calls.head(id)
  expect([headers['upload-offset'], headers['portal-file-id']]).toEqual([String(size), expect.any(String)])
})

test('a file of which who lost it has all bytes becomes no document of theirs, and one of its next holder', async () => {
  const id = await calls.begun({ size: PDF.length })
  const late = here(id, async (held) => {
    const bytes = bytesWhile(PDF, () => Promise.resolve())
    const { whole } = await appendBytes(context, held, {
      bytes,
      permit: FREE,
      checksum: null,
      last: null,
    })
    await onAnotherServer(id)
    return finishUpload(context, held, {
      sender: context.actor.person,
      whole,
      reserved: { keepOnly: async () => {} },
    })
  })
  await expect(late).rejects.toMatchObject(TAKEN)
  expect(await calls.read(id)).toMatchObject({ received: 0, state: 'unfinished', file: null })
  expect(await lying()).toEqual([])
  expect((await calls.append(id, 0, PDF)).headers['portal-file-id']).toBeDefined()
  const { rows } = await portal.pool.query('SELECT id FROM document')
  expect(rows).toHaveLength(1)
})
