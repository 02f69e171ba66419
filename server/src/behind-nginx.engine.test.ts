import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { ROOMS } from '@portal/contract/every-call.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callerOf, type Caller } from './testing/engines/caller.ts'
import { startNginx, type Nginx } from './testing/engines/nginx.ts'
import { testPortal, type TestPerson, type TestPortal } from './testing/test-portal.ts'
import { TUS, tusCalls } from './testing/tus-calls.ts'

const MEGABYTE = 1_048_576
/** The limit of the file for one address. */
const AT_ONCE = 200

let portal: TestPortal
let nginx: Nginx
let call: Caller
let clerk: TestPerson
/** The connections from nginx to the portal. */
const connections: Socket[] = []
beforeAll(async () => {
  portal = await testPortal({
    environment: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '127.0.0.1' },
  })
  const countyId = (await portal.addCounty('Loving')).CountyID
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  portal.app.server.on('connection', (socket: Socket) => connections.push(socket))
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = portal.app.server.address() as AddressInfo
  nginx = await startNginx([port, port])
  call = callerOf({ port: nginx.port, tls: nginx })
})
afterAll(async () => {
  await nginx?.stop()
  await portal?.close()
})

/**
 * Opens a connection through nginx, and resolves once the system accepted the header of a request and part of its body.
 */
async function sendPart(head: readonly string[], part: Buffer): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: nginx.port, ca: nginx.ca, servername: nginx.name })
  await once(socket, 'secureConnect')
  socket.on('error', () => undefined)
  socket.write(`${[...head, `Host: ${nginx.name}`].join('\r\n')}\r\n\r\n`)
  await new Promise((written) => void socket.write(part, written))
  return socket
}

/** Bytes that reached the portal on one connection. */
const maxRead = () => Math.max(...connections.map(({ bytesRead }) => bytesRead))
const askHealth = () => call({ method: 'GET', path: '/healthz' })

test('R1.72 a piece of an upload whose line breaks behind nginx keeps the received bytes', async () => {
  const calls = tusCalls(portal, clerk)
  const id = await calls.begun({ size: 20 * MEGABYTE })
  const head = [
    `PATCH /api/files/resumable/${id} HTTP/1.1`,
    `Cookie: ${clerk.cookie}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${20 * MEGABYTE}`,
    'Upload-Offset: 0',
    `Tus-Resumable: ${TUS['tus-resumable']}`,
  ]
  const socket = await sendPart(head, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(9 * MEGABYTE)]))
  // The line breaks once the portal has read 8 MB, because bytes in transfer are lost with the line.
  const soon = { timeout: 30_000, interval: 20 }
  await vi.waitFor(() => expect(maxRead()).toBeGreaterThan(8 * MEGABYTE), soon)
  socket.destroy()
  const offset = async () => Number((await calls.head(id)).headers['upload-offset'])
  await vi.waitFor(async () => expect(await offset()).toBeGreaterThan(7 * MEGABYTE), soon)
})

test('R1.72 nginx passes bodies of more than 1 MB to uploads only, and every other call has less', async () => {
  const body = Buffer.alloc(MEGABYTE + 1, ' ')
  for (const path of [
    '/',
    '/api/auth/login',
    '/api/files/uploads',
    '/api/files/upload/x',
    '/api/files/resumablex',
  ]) {
    const answer = await call({ method: 'POST', path, body })
    expect([path, answer.status, answer.json()]).toEqual([
      path,
      413,
      { error: 'The request is too large.', code: 'request.too_large' },
    ])
  }
  for (const path of ['/api/files/upload', '/api/files/resumable']) {
    const answer = await call({ method: 'POST', path, headers: TUS, body })
    expect([path, answer.status]).toEqual([path, 401])
  }
  const largest = Math.max(...ROOMS.flatMap(({ calls }) => calls).map(({ maxBodyBytes = 0 }) => maxBodyBytes))
  expect(largest).toBeLessThanOrEqual(MEGABYTE)
})

test('R1.72 nginx works on 200 requests of one address at the same time and refuses more, until some have ended', async () => {
  const head = ['POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100']
  const held = await Promise.all(Array.from({ length: AT_ONCE }, () => sendPart(head, Buffer.from('{'))))
  const soon = { timeout: 30_000, interval: 50 }
  await vi.waitFor(async () => expect((await askHealth()).status).toBe(429), soon)
  expect((await askHealth()).json()).toMatchObject({ code: 'request.too_many' })
  for (const socket of held) socket.destroy()
  await vi.waitFor(async () => expect((await askHealth()).status).toBe(200), soon)
})
