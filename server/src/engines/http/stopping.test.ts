import { once } from 'node:events'
import { Agent, request as call, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rawRequest } from '../../testing/raw-request.ts'
import { rawUpload } from '../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'

let portal: TestPortal
let port: number
const agent = new Agent({ keepAlive: true })

beforeEach(async () => {
  portal = await testPortal()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as AddressInfo).port
})
afterEach(async () => {
  agent.destroy()
  await portal.close()
})

/** Tells the app to close. Resolves when its server accepts no more connections. */
async function beginClosing(): Promise<{ closed: Promise<undefined> }> {
  const { server } = portal.app
  const close = server.close.bind(server)
  const begun = Promise.withResolvers<void>()
  vi.spyOn(server, 'close').mockImplementation((...ended) => {
    close(...ended)
    begun.resolve()
    return server
  })
  const closed = portal.app.close()
  await begun.promise
  expect(server.listening).toBe(false)
  return { closed }
}

const connections = () =>
  new Promise<number>((resolve, reject) => {
    portal.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

test('R1.37 told to stop, the portal ends after the response to the last call, even on a keep-alive connection', async () => {
  const holder = await portal.pool.connect()
  await holder.query('BEGIN; LOCK TABLE county')
  const outgoing = call({ agent, port, path: '/api/auth/counties' }).end()
  await waitForBlocked(portal)
  const { closed } = await beginClosing()
  await holder.query('COMMIT')
  holder.release()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  await text(answer)
  await closed
  expect(await connections()).toBe(0)
})

test('R1.37 a response that began before the stop signal is sent completely, and ends its connection', async () => {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  portal.app.server.prependListener('request', (_request, response) => {
    const end = response.end.bind(response)
    response.end = ((...rest: Parameters<typeof end>) => {
      response.flushHeaders()
      begun.resolve()
      void gate.promise.then(() => end(...rest))
      return response
    }) as typeof end
  })
  const outgoing = call({ agent, port, path: '/healthz' }).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  await begun.promise
  const { closed } = await beginClosing()
  gate.resolve()
  expect(answer.headers.connection).toBe('keep-alive')
  expect(await text(answer)).toBe('{"status":"ok"}')
  await closed
  expect(await connections()).toBe(0)
})

test('R1.116 a connection that the portal has not yet accepted when it begins to stop gets its response', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write('GET /api/auth/counties HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const seen = text(socket)
  // Now the kernel has the connection, and the portal accepts none before this function yields.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const closed = portal.app.close()
  expect(await seen).toMatch(/^HTTP\/1\.1 200 /)
  await closed
})

test('R1.37 a further call on a connection in use gets its response, and the connection ends with it', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  const seen = text(socket)
  const accepted = once(portal.app.server, 'connection')
  socket.write('GET /api/auth/counties HTTP/1.1\r\n')
  const [incoming] = (await accepted) as [{ bytesRead: number }]
  await vi.waitFor(() => expect(incoming.bytesRead).toBeGreaterThan(0), { timeout: 30_000 })
  const { closed } = await beginClosing()
  socket.write('Host: localhost\r\n\r\n')
  const [head = '', body = ''] = (await seen).split('\r\n\r\n')
  await closed
  expect(head).toMatch(/^HTTP\/1\.1 200 /)
  expect(head.toLowerCase()).toMatch(/\r\nconnection: close(\r\n|$)/)
  expect(body).toBe('[]')
})

test('R1.93 a call sent ahead of a response that had begun before the stop is carried out and answered', async () => {
  const person = await portal.addPerson({ email: 'clerk@staff.example' })
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  portal.app.server.prependOnceListener('request', (_request, response) => {
    const end = response.end.bind(response)
    response.end = ((...rest: Parameters<typeof end>) => {
      response.flushHeaders()
      begun.resolve()
      void gate.promise.then(() => end(...rest))
      return response
    }) as typeof end
  })
  const caller = await rawRequest(port)
  await caller.send(
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nCookie: ${person.cookie}\r\nContent-Length: 2\r\n\r\n{}`,
  )
  await begun.promise
  const { closed } = await beginClosing()
  gate.resolve()
  await closed
  await vi.waitFor(() => expect(caller.isOver()).toBe(true), { timeout: 30_000 })
  const { rows } = await portal.pool.query('SELECT count(*)::integer AS sessions FROM session')
  const answers = caller.answer().match(/HTTP\/1\.1 \d+/g)
  expect([answers, rows]).toEqual([['HTTP/1.1 200', 'HTTP/1.1 200'], [{ sessions: 0 }]])
})

describe('R1.95 a client that has sent a part of a call at the stop signal', () => {
  let held: { destroy(): void }[]
  beforeEach(() => {
    held = []
    // The portal sets its timeouts when it is told to stop.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    for (const each of held) each.destroy()
  })

  const json = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'
  test.each([
    ['a part of its headers', 'POST /api/auth/login HTTP/1.1\r\n', ''],
    ['no body', `POST /api/auth/login HTTP/1.1\r\n${json}\r\n`, ''],
    ['no body of a refused call', `PATCH /api/auth/account HTTP/1.1\r\n${json}\r\n`, '401'],
  ])('has five seconds for the rest: %s', async (_what, sent, answered) => {
    const accepted = once(portal.app.server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    held.push(socket)
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    socket.write(sent)
    const [incoming] = (await accepted) as [Socket]
    const over = once(incoming, 'close')
    await vi.waitFor(() => expect(incoming.bytesRead).toBe(sent.length), { timeout: 30_000 })
    await vi.waitFor(() => expect(answer).toContain(answered), { timeout: 30_000 })
    const { closed } = await beginClosing()
    vi.advanceTimersByTime(4999)
    expect(incoming.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    await over
    await closed
  })

  test('continues if it is an upload in progress', async () => {
    const countyId = (await portal.addCounty('Loving')).CountyID
    const person = await portal.addPerson({ email: 'clerk@loving.example', countyId })
    const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
    const upload = await rawUpload(port, { ...form, headers: { ...form.headers, cookie: person.cookie } })
    held.push(upload)
    await upload.sendUpTo(0.5)
    await vi.waitFor(() => expect(portal.world.uploadLimiter.load().taken).toBe(1), { timeout: 30_000 })
    const { closed } = await beginClosing()
    vi.advanceTimersByTime(20_000)
    const answer = upload.answer()
    await upload.sendUpTo(1)
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
    await closed
  })
})

test('R1.95 an upload that is cut off by the stop is removed before the portal has closed', async () => {
  const countyId = (await portal.addCounty('Loving')).CountyID
  const person = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  const upload = await rawUpload(port, { ...form, headers: { ...form.headers, cookie: person.cookie } })
  await upload.sendUpTo(0.5)
  const recorded = async () => {
    const { rows } = await portal.pool.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM stored_object',
    )
    return rows[0]?.n
  }
  await vi.waitFor(async () => expect(await recorded()).toBe(1), { timeout: 30_000 })
  // A disk that is busy until the test says otherwise.
  const { storage } = portal.world
  const discard = storage.discard.bind(storage)
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vi.spyOn(storage, 'discard').mockImplementation(async (key) => {
    begun.resolve()
    await free.promise
    await discard(key)
  })
  const { closed } = await beginClosing()
  let isClosed = false
  void closed.then(() => (isClosed = true))
  portal.app.server.closeAllConnections()
  await begun.promise
  expect(await recorded()).toBe(1)
  expect(isClosed).toBe(false)
  free.resolve()
  await closed
  expect(await recorded()).toBe(0)
  expect(portal.log.filter((line) => line.includes('broken upload'))).toEqual([])
})
