import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rawRequest, type RawRequest } from '../../testing/raw-request.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

/** Long enough for a busy machine. */
const BOUND = { timeout: 30_000 }
const MEGABYTE = Buffer.alloc(1_048_576, ' ')

/** More than anyone may send before they sign in, and not its end. */
const TOO_LARGE_CHUNK = `ffff\r\n${' '.repeat(20_000)}`

const begun: RawRequest[] = []
let portal: TestPortal
let administrator: TestPerson
let clerk: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal()
  administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@staff.example' })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  vi.useRealTimers()
  for (const request of begun.splice(0)) request.end()
})
afterAll(() => portal.close())

function head(call: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: 'portal', 'content-type': 'application/json', ...headers })
  return `${call} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

async function begin(call: string, headers: Record<string, string | number>): Promise<RawRequest> {
  const request = await rawRequest(port, { allowHalfOpen: true })
  begun.push(request)
  await request.send(head(call, headers))
  return request
}

/** The status of the response, once there is one. */
const statusOf = (request: RawRequest) =>
  vi.waitFor(() => {
    expect(request.status()).toBeGreaterThan(0)
    return request.status()
  }, BOUND)

/** Sends without end. Resolves with the megabytes that the portal read. */
async function megabytesUntilCutOff(request: RawRequest, connection: Socket): Promise<number> {
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), MEGABYTE, Buffer.from('\r\n')])
  let sent = 0
  while (sent < 200 && (await request.send(chunk))) sent++
  await vi.waitFor(() => expect(request.isOver()).toBe(true), BOUND)
  // Bytes in the buffers of the system were not read.
  return connection.bytesRead / MEGABYTE.length
}

describe('a refused body', () => {
  it.each([
    ['for its size', 'application/json', 413],
    ['for its kind', 'text/plain', 415],
    ['as a form', 'multipart/form-data; boundary=x', 415],
  ])('R3.17 %s is read to the end: a sender of 20 MB gets the response', async (_why, type, status) => {
    const request = await begin('POST /api/auth/login', {
      'content-type': type,
      'content-length': 20 * MEGABYTE.length,
    })
    for (let sent = 0; sent < 20; sent++) expect(await request.send(MEGABYTE)).toBe(true)
    expect(await statusOf(request)).toBe(status)
  })

  it('R3.17 gets its response immediately on a connection that ends with it, and its sender may finish', async () => {
    const request = await begin('PATCH /api/auth/account', {
      connection: 'close',
      'content-length': 20 * MEGABYTE.length,
    })
    await vi.waitFor(() => expect(request.isOver()).toBe(true), BOUND)
    expect(request.status()).toBe(401)
    for (let sent = 0; sent < 20; sent++) expect(await request.send(MEGABYTE)).toBe(true)
    await vi.waitFor(async () => expect(await request.send('more')).toBe(false), BOUND)
  })

  it.each([
    ['is told to sign in', 'PATCH /api/auth/account', {}, 401],
    ['is told so on a connection that ends', 'PATCH /api/auth/account', { connection: 'close' }, 401],
    ['sends a body that was not wanted', 'GET /api/config', {}, 200],
  ])('R3.28 is read up to 64 MB if the sender %s', async (_what, call, headers, status) => {
    const accepted = once(portal.app.server, 'connection')
    // A client that may finish keeps sending after the server has ended its half.
    const request = await rawRequest(port, { allowHalfOpen: true })
    await request.send(head(call, { 'transfer-encoding': 'chunked', ...headers }))
    const [connection] = (await accepted) as [Socket]
    expect(await statusOf(request)).toBe(status)
    expect(await megabytesUntilCutOff(request, connection)).toBeLessThan(66)
  })

  it.each([
    ['for its announced size', { 'content-length': 1_000_000 }, '', 413],
    ['for its size, which comes in chunks', { 'transfer-encoding': 'chunked' }, TOO_LARGE_CHUNK, 413],
    ['for its kind', { 'content-type': 'text/plain', 'content-length': 1000 }, '', 415],
    [
      'for its kind, in chunks',
      { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
      '1\r\nx',
      415,
    ],
    ['as a form', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 }, '', 415],
  ])('R1.94 %s gets its response before the rest has arrived', async (_why, headers, sent, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const request = await begin('POST /api/auth/login', headers)
    await request.send(sent)
    expect(await statusOf(request)).toBe(status)
    await isCutOff(request)
  })

  it('R3.17 is not read without end: an endless sender is cut off with the response', async () => {
    const accepted = once(portal.app.server, 'connection')
    const request = await begin('POST /api/auth/login', { 'transfer-encoding': 'chunked' })
    const [connection] = (await accepted) as [Socket]
    const megabytes = await megabytesUntilCutOff(request, connection)
    expect(await statusOf(request)).toBe(413)
    expect(megabytes).toBeGreaterThan(64)
    expect(megabytes).toBeLessThan(66)
  })
})

/** Resolves when the server stops reading, after its 30 seconds. */
async function isCutOff(request: RawRequest): Promise<void> {
  expect(await request.send('more')).toBe(true)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), BOUND)
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(async () => expect(await request.send('more')).toBe(false), BOUND)
}

const send = async (
  person: TestPerson | null,
  call: { method: 'POST' | 'PATCH' | 'DELETE'; url: string; payload: string },
) => {
  const headers = { 'content-type': 'application/json' }
  return (await portal.as(person)({ ...call, url: `/api${call.url}`, headers })).statusCode
}
const filled = (json: string, bytes: number) => json.padEnd(bytes, ' ')

describe('the size of a body', () => {
  it.each([
    [16_384, 400],
    [16_385, 413],
  ])('R3.16 E13 before sign-in: %i bytes are answered %i', async (bytes, status) => {
    const call = { method: 'POST', url: '/auth/login', payload: filled('{}', bytes) } as const
    expect(await send(null, call)).toBe(status)
  })

  it.each([
    [65_536, 400],
    [65_537, 413],
  ])('R3.16 after sign-in: %i bytes are answered %i', async (bytes, status) => {
    const call = { method: 'DELETE', url: '/files/uploads/bulk', payload: filled('{}', bytes) } as const
    expect(await send(clerk, call)).toBe(status)
  })

  it.each([
    ['links of owners', '/status/uploads/1/status'],
    ['links of agents', '/status/uploads/1/agents'],
  ])('R3.16 for %s: 256 KB are read, and one byte more is 413', async (_what, url) => {
    const call = { method: 'PATCH', url } as const
    expect(await send(administrator, { ...call, payload: filled('{}', 262_144) })).toBe(400)
    expect(await send(administrator, { ...call, payload: filled('{}', 262_145) })).toBe(413)
  })

  it.each([
    ['a new password: 32 KB are', null, '/auth/confirm-reset-password', 32_768],
    ['invitations: 1 MB is', () => administrator, '/admin/people/invitations', 1_048_576],
  ])('R3.16 for %s read, and one byte more is 413', async (_what, who, url, bytes) => {
    const call = { method: 'POST', url } as const
    expect(await send(who && who(), { ...call, payload: filled('{}', bytes) })).toBe(400)
    expect(await send(who && who(), { ...call, payload: filled('{}', bytes + 1) })).toBe(413)
  })

  it('R3.16 has room for a thousand ids, and for five hundred links with long names', async () => {
    const ids = Array.from({ length: 1000 }, (_, at) => 2_147_000_000 + at)
    const bulk = { method: 'DELETE', url: '/files/uploads/bulk', payload: JSON.stringify({ ids }) } as const
    expect(await send(clerk, bulk)).toBe(200)
    const name = 'Ö'.repeat(100)
    const owner = { partyNumber: 2_147_000_000, organizationName: name, cadName: name, relationTypeId: 1 }
    const payload = JSON.stringify({ statusId: 1, owners: Array.from({ length: 500 }, () => owner) })
    const links = { method: 'PATCH', url: '/status/uploads/1/status', payload } as const
    expect([payload.length > 65_536, await send(administrator, links)]).toEqual([true, 404])
  })
})

describe('a caller without the right', () => {
  it.each([
    ['nobody', () => '', 401],
    ['no administrator', () => clerk.cookie, 403],
  ])('R3.18 is refused before any of the body has arrived: %s', async (_who, cookie, status) => {
    const request = await begin('PATCH /api/status/uploads/1/status', {
      cookie: cookie(),
      'content-length': 1000,
    })
    expect(await statusOf(request)).toBe(status)
  })
})

describe('a body that trickles', () => {
  it.each(['/%', '/api/%'])(
    'R3.25 I02 to an unreadable address gets its response, and its connection ends immediately: %s',
    async (path) => {
      const request = await begin(`POST ${path}`, { 'content-length': 1000 })
      await vi.waitFor(() => expect(request.isOver()).toBe(true), BOUND)
      expect(request.status()).toBe(400)
      expect(request.answer()).toContain(
        '{"error":"This address is not valid.","code":"request.address_invalid"}',
      )
    },
  )

  it.each(['/api/auth/login', '/healthz'])(
    'R3.19 I02 has 30 seconds, then it is answered 408 and its connection ends: %s',
    async (path) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const request = await begin(`POST ${path}`, { 'content-length': 1000 })
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), BOUND)
      for (let second = 0; second < 29; second++) {
        await request.send('{')
        vi.advanceTimersByTime(1000)
      }
      expect([request.status(), request.isOver()]).toEqual([0, false])
      vi.advanceTimersByTime(1000)
      expect(await statusOf(request)).toBe(408)
      await vi.waitFor(() => expect(request.isOver()).toBe(true), BOUND)
    },
  )

  it.each([
    ['was refused', 'PATCH /api/status/uploads/1/status', 401],
    ['of an upload was refused', 'POST /api/files/upload', 401],
    ['was not wanted', 'GET /api/config', 200],
  ])('R3.19 I02 and %s has them too', async (_what, call, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const request = await begin(call, { 'content-length': 1000 })
    expect(await statusOf(request)).toBe(status)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), BOUND)
    vi.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(request.isOver()).toBe(true), BOUND)
  })
})
