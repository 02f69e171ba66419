import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StorageAway } from '../../../engines/storage/storage.ts'
import { finishLeftUploads } from '../../../records/intake/resumable/finish-left-uploads.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'

const A_DAY_BYTES = 50 * 1_048_576
const PDF = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(700_000)])

let portal: TestPortal
let clerk: TestPerson

beforeAll(async () => {
  portal = await testPortal({ environment: { UPLOAD_MB_PER_DAY: '50' } })
  const { CountyID } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: CountyID })
})
afterAll(() => portal.close())

async function finishLeft(): Promise<void> {
  portal.clock.advance(720_000)
  await finishLeftUploads(portal.world)
}

test('an upload whose sender was signed out before its last byte waits for them: no one else makes a document of it', async () => {
  const calls = tusCalls(portal, clerk)
  const senderKey = 'left'
  const { pieces } = portal.world.storage
  const write = pieces.write.bind(pieces)
  for (const [at, size] of [PDF.length, 1000].entries()) {
    const id = await calls.begun({ size: PDF.length, values: { senderKey: `${senderKey}-${at}` } })
    if (size < PDF.length) await calls.append(id, 0, PDF.subarray(0, size))
    vi.spyOn(pieces, 'write').mockImplementationOnce(async (...args) => {
      const written = await write(...args)
      await portal.pool.query('DELETE FROM session WHERE account_id = $1', [clerk.accountId])
      return written
    })
    const last =
      size < PDF.length ? await calls.append(id, size, PDF.subarray(size)) : await calls.append(id, 0, PDF)
    expect(last.statusCode).toBe(401)
    await finishLeft()
    clerk.cookie = await portal.signIn(clerk.email, clerk.password)
    const [told] = await calls.list([`${senderKey}-${at}`])
    expect(told).toMatchObject({ state: 'unfinished', received: PDF.length })
    expect((await calls.head(id)).headers['portal-file-id']).toBeDefined()
    await portal.pool.query('DELETE FROM uploaded_bytes')
  }
})

test('a complete upload that was left counts toward the daily quota of its sender like any other', async () => {
  const calls = tusCalls(portal, clerk)
  const state = async () => (await calls.list(['whole']))[0]?.state
  const used = (bytes: number) => portal.pool.query('UPDATE uploaded_bytes SET bytes = $1', [bytes])
  // All bytes have arrived, and there is no document yet.
  vi.spyOn(portal.world.storage, 'keep').mockRejectedValueOnce(new StorageAway('The bucket is away.'))
  const answer = await calls.begin({ size: PDF.length, values: { senderKey: 'whole' }, bytes: PDF })
  expect(answer.statusCode).toBe(503)
  await used(A_DAY_BYTES)
  await finishLeft()
  expect(await state()).toBe('unfinished')
  await used(0)
  await finishLeft()
  expect(await state()).toBe('stored')
  const { rows } = await portal.pool.query<{ bytes: string }>('SELECT bytes FROM uploaded_bytes')
  expect(rows).toEqual([{ bytes: String(PDF.length) }])
})
