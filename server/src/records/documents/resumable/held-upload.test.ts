import { randomBytes } from 'node:crypto'
import { TAKEN_OVER } from '@portal/contract/resumable.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import type { PersonContext } from '../../context.ts'
import { appendBytes } from './append-bytes.ts'
import { finishUpload } from './finish-upload.ts'
import { holdingUpload, type Held } from './held-upload.ts'
import { createTakingOver } from './taking-over.ts'

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

const placeForAll = () => Promise.resolve()

/** Bytes with something that happens before the last of them comes. */
async function* bytesWhile(bytes: Buffer, happens: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 1000)
  await happens()
  yield bytes.subarray(1000)
}

/** The call of somebody on another server, which knows nothing of those who go on with it here. */
const onAnotherServer = (id: string) =>
  holdingUpload(
    { ...context, takingOver: createTakingOver() },
    { id, accountId: clerk.accountId },
    async () => {},
  )

const here = <T>(id: string, work: (held: Held) => Promise<T>) =>
  holdingUpload(context, { id, accountId: clerk.accountId }, work)

test('a piece of who lost the upload to another server counts for nothing', async () => {
  const id = await calls.begun({ size: PDF.length + 1000 })
  const bytes = bytesWhile(PDF, () => onAnotherServer(id))
  const late = here(id, (held) =>
    appendBytes(context, held, { bytes, takePlace: placeForAll, checksum: null }),
  )
  await expect(late).rejects.toMatchObject(TAKEN)
  expect(await calls.read(id)).toMatchObject({ received: 0, state: 'unfinished' })
  const { rows } = await portal.pool.query('SELECT FROM resumable_piece')
  expect(rows).toEqual([])
})

test('a file of which who lost it has all bytes becomes no document of theirs, and one of its next holder', async () => {
  const id = await calls.begun({ size: PDF.length })
  const late = here(id, async (held) => {
    const bytes = bytesWhile(PDF, () => Promise.resolve())
    const { whole } = await appendBytes(context, held, { bytes, takePlace: placeForAll, checksum: null })
    await onAnotherServer(id)
    return finishUpload(context, held, { sender: context.actor.person, whole })
  })
  await expect(late).rejects.toMatchObject(TAKEN)
  expect(await calls.read(id)).toMatchObject({ received: 0, state: 'unfinished', file: null })
  expect((await calls.append(id, 0, PDF)).headers['portal-file-id']).toBeDefined()
  const { rows } = await portal.pool.query('SELECT id FROM document')
  expect(rows).toHaveLength(1)
})
