import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { finishLeftUploads } from '../../../records/intake/resumable/finish-left-uploads.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { FACTS, metadataOf, TUS, tusCalls } from '../../../testing/tus-calls.ts'

const PDF = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(300_000)])
const MORE = Buffer.concat([PDF, Buffer.from('more')])
const BOUND = { timeout: 20_000, interval: 5 }

let portal: TestPortal
let clerk: TestPerson
let calls: ReturnType<typeof tusCalls>
let port: number

beforeAll(async () => {
  portal = await testPortal()
  const { CountyID } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: CountyID })
  calls = tusCalls(portal, clerk)
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

/** No byte of the request counts, now or later. */
async function expectNothing(id: string, received: number): Promise<void> {
  portal.clock.advance(720_000)
  await finishLeftUploads(portal.world)
  portal.clock.advance(-720_000)
  expect(await calls.read(id)).toMatchObject({ state: 'unfinished', received })
  const { rows } = await portal.pool.query('SELECT FROM document WHERE uploaded_by = $1', [clerk.accountId])
  expect(rows).toEqual([])
}

const pieces = async () => {
  const keys: string[] = []
  for await (const { key } of portal.world.storage.pieces.list()) keys.push(key)
  return keys
}

test('R5.112 more bytes than Upload-Length announced store nothing: as PATCH from the start or from the middle', async () => {
  for (const from of [0, 1000]) {
    // One after another: each needs the list of pieces for itself.
    // oxlint-disable no-await-in-loop
    const id = await calls.begun({ size: PDF.length })
    if (from > 0) await calls.append(id, 0, PDF.subarray(0, from))
    const before = await pieces()
    expect((await calls.append(id, from, MORE.subarray(from))).statusCode).toBe(413)
    await expectNothing(id, from)
    await expect.poll(pieces, BOUND).toEqual(before)
    await calls.end(id)
  }
})

test('R5.112 more bytes than Upload-Length announced store nothing: as POST', async () => {
  const values = { senderKey: 'more' }
  expect((await calls.begin({ size: PDF.length, values, bytes: MORE })).statusCode).toBe(413)
  expect(await calls.list(['more'])).toEqual([])
  const right = await calls.begin({ size: PDF.length, values, bytes: PDF })
  expect(right.headers['portal-file-id']).toBeDefined()
  await portal.pool.query('DELETE FROM document WHERE uploaded_by = $1', [clerk.accountId])
})

test('R5.112 more bytes than Upload-Length announced store nothing: in chunks without a length', async () => {
  const request = await rawRequest(port)
  const headers = {
    ...TUS,
    host: 'localhost',
    cookie: clerk.cookie,
    'content-type': 'application/offset+octet-stream',
    'transfer-encoding': 'chunked',
    'upload-length': String(PDF.length),
    'upload-metadata': metadataOf({ filename: 'r.pdf', ...FACTS, senderKey: 'chunks' }),
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  await request.send(`POST /api/files/resumable HTTP/1.1\r\n${head.join('')}\r\n`)
  await request.send(`${PDF.length.toString(16)}\r\n`)
  await request.send(PDF)
  await vi.waitFor(async () => expect(await pieces()).toHaveLength(1), BOUND)
  await request.send('\r\n4\r\nmore\r\n0\r\n\r\n')
  await vi.waitFor(() => expect(request.status()).toBe(413), BOUND)
  request.end()
  const [upload] = await calls.list(['chunks'])
  await expectNothing(upload?.id ?? '', 0)
  await expect.poll(pieces, BOUND).toEqual([])
})

test('R5.112 a request whose length exceeds the rest is refused before its bytes come', async () => {
  const id = await calls.begun({ size: PDF.length })
  const request = await rawRequest(port)
  const headers = {
    ...TUS,
    host: 'localhost',
    cookie: clerk.cookie,
    'content-type': 'application/offset+octet-stream',
    'content-length': String(MORE.length),
    'upload-offset': '0',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  await request.send(`PATCH /api/files/resumable/${id} HTTP/1.1\r\n${head.join('')}\r\n`)
  await vi.waitFor(() => expect(request.status()).toBe(413), BOUND)
  request.end()
  await expectNothing(id, 0)
})
