import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { breakingLine } from '../../../testing/breaking-line.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { sendByTus } from '../../../testing/send-by-tus.ts'
import { TUS, tusCalls } from '../../../testing/tus-calls.ts'

let portal: TestPortal
let clerk: TestPerson
let port: number
let countyId: number

beforeAll(async () => {
  portal = await testPortal({ now: '2026-04-15T15:00:00.000Z', environment: { RATE_LIMIT: 'off' } })
  countyId = (await portal.addCounty('Loving')).CountyID
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.close())

async function sha256Of(id: number): Promise<string> {
  const { rows } = await portal.pool.query<{ sha256: Buffer }>('SELECT sha256 FROM document WHERE id = $1', [
    id,
  ])
  return rows[0]?.sha256.toString('hex') ?? ''
}

/** Whether the portal still has to accept this connection, or to read some of its bytes. */
const isReading = (socket: Socket | undefined, bytes: number) =>
  socket === undefined || (!socket.destroyed && socket.bytesRead < bytes)

const fileOf = (size: number) => Buffer.concat([SAMPLE_FILES.pdf, randomBytes(size)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.each([
  ['whole', Infinity],
  ['in chunks', 400_000],
])('an outside client sends a file %s', async (_how, chunkSize) => {
  const bytes = fileOf(2_000_000)
  expect(
    await sha256Of(
      await sendByTus({ bytes, name: `plain-${chunkSize}.pdf`, port, cookie: clerk.cookie, chunkSize }),
    ),
  ).toBe(hashOf(bytes))
})

test('over a line that breaks repeatedly every file arrives once, and hardly a byte is sent twice', async () => {
  const sockets = new Map<number | undefined, Socket>()
  portal.app.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  const line = await breakingLine({
    seed: 20_260_415,
    between: [2_000_000, 8_000_000],
    to: () => port,
    // Bytes of a broken connection that the portal did not read are sent again, and a busy machine has more of them.
    whenRead: async (from, bytes) => {
      while (isReading(sockets.get(from), bytes)) await setImmediate()
    },
  })
  const files = Array.from({ length: 4 }, () => fileOf(10_000_000))
  const { rows: before } = await portal.pool.query('SELECT count(*)::integer AS n FROM document')
  try {
    const ids = await Promise.all(
      files.map((bytes, at) =>
        sendByTus({ bytes, name: `broken-${at}.pdf`, port: line.port, cookie: clerk.cookie }),
      ),
    )
    for (const [at, id] of ids.entries())
      expect(await sha256Of(id)).toBe(hashOf(files[at] ?? Buffer.alloc(0)))
    expect(new Set(ids).size).toBe(files.length)
  } finally {
    line.close()
  }
  const { rows: after } = await portal.pool.query('SELECT count(*)::integer AS n FROM document')
  expect(after[0].n - before[0].n).toBe(files.length)
  const size = files.reduce((sum, { length }) => sum + length, 0)
  expect(line.sent() / size).toBeLessThan(1.05)
})

test('R5.86 whose request broke off gets a connection of its own for each request', async () => {
  const sender = await portal.addPerson({ email: 'sender@loving.example', countyId })
  const calls = tusCalls(portal, sender)
  const id = await calls.begun({ size: 1_000_000 })
  expect((await calls.head(id)).headers['connection']).not.toBe('close')
  const cut = request({
    port,
    method: 'PATCH',
    path: `/api/files/resumable/${id}`,
    headers: {
      ...TUS,
      cookie: sender.cookie,
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000000',
      'upload-offset': '0',
    },
  })
  cut.on('error', () => undefined)
  await new Promise((resolve) => cut.write(Buffer.alloc(100_000), resolve))
  cut.destroy()
  await vi.waitFor(async () => expect((await calls.head(id)).headers['connection']).toBe('close'), {
    timeout: 30_000,
  })
})
