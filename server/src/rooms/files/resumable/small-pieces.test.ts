import { createHash, randomBytes } from 'node:crypto'
import { downloadUpload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'

const PDF = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(700_000)])
const BOUND = { timeout: 20_000, interval: 5 }

let portal: TestPortal
let clerk: TestPerson
let calls: ReturnType<typeof tusCalls>

beforeAll(async () => {
  portal = await testPortal()
  const { CountyID } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: CountyID })
  calls = tusCalls(portal, clerk)
})
afterAll(() => portal.close())

async function pieces(): Promise<number> {
  let found = 0
  for await (const _ of portal.world.storage.pieces.list()) found += 1
  return found
}

async function rowsOf(id: string): Promise<number> {
  const { rows } = await portal.pool.query('SELECT FROM resumable_piece WHERE upload_id = $1', [id])
  return rows.length
}

async function expectDocument(answer: { headers: Record<string, unknown> }): Promise<void> {
  const fileId = Number(answer.headers['portal-file-id'])
  const { rawPayload } = await portal.call(clerk, downloadUpload, { params: { fileId } })
  expect(rawPayload.equals(PDF)).toBe(true)
  await expect.poll(pieces, BOUND).toBe(0)
}

test('R5.115 an upload that comes byte by byte is stored in one piece', async () => {
  const id = await calls.begun({ size: PDF.length })
  for (let at = 0; at < 20; at++) {
    // One after another: each continues at the end of the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await calls.append(id, at, PDF.subarray(at, at + 1))
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(at + 1)])
  }
  expect([await rowsOf(id), await pieces()]).toEqual([1, 1])
  await expectDocument(await calls.append(id, 20, PDF.subarray(20)))
})

test('R5.115 pieces grow to 256 KiB before another one begins, and lose no byte', async () => {
  const id = await calls.begun({ size: PDF.length })
  const step = 50_000
  for (let at = 0; at + step < PDF.length; at += step) {
    // oxlint-disable-next-line no-await-in-loop
    await calls.append(id, at, PDF.subarray(at, at + step))
  }
  const at = Number((await calls.head(id)).headers['upload-offset'])
  expect(await rowsOf(id)).toBe(3)
  expect(await pieces()).toBe(3)
  const rest = PDF.subarray(at)
  const checksum = { 'upload-checksum': `sha1 ${createHash('sha1').update(rest).digest('base64')}` }
  expect((await calls.append(id, at, rest, { 'upload-checksum': 'sha1 AAAA' })).statusCode).toBe(460)
  expect((await calls.head(id)).headers['upload-offset']).toBe(String(at))
  await expectDocument(await calls.append(id, at, rest, checksum))
})

test('R5.115 a small piece that the store lost is requested again', async () => {
  const id = await calls.begun({ size: PDF.length })
  await calls.append(id, 0, PDF.subarray(0, 1000))
  const { rows } = await portal.pool.query<{ key: string }>(
    'SELECT key FROM resumable_piece WHERE upload_id = $1',
    [id],
  )
  await portal.world.storage.pieces.remove(rows[0]?.key ?? '')
  expect((await calls.append(id, 1000, PDF.subarray(1000))).statusCode).toBe(409)
  expect((await calls.head(id)).headers['upload-offset']).toBe('0')
  await expectDocument(await calls.append(id, 0, PDF))
})

test('R5.115 a small piece stays if the next request fails before its bytes are durable', async () => {
  const id = await calls.begun({ size: PDF.length })
  await calls.append(id, 0, PDF.subarray(0, 1000))
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  vi.spyOn(portal.world.storage.pieces, 'write').mockRejectedValueOnce(full)
  expect((await calls.append(id, 1000, PDF.subarray(1000))).statusCode).toBe(503)
  expect((await calls.head(id)).headers['upload-offset']).toBe('1000')
  await expectDocument(await calls.append(id, 1000, PDF.subarray(1000)))
})
