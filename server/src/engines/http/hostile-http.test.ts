import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { OTHER_ORIGIN } from '@portal/contract/common-errors.ts'
import { ROOMS } from '@portal/contract/every-call.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'
import { failureWith } from '../../testing/failure-with.ts'

let portal: TestPortal
let clerk: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal({ environment: { PUBLIC_URL: 'https://portal.firm.example' } })
  clerk = await portal.addPerson({ email: 'clerk@staff.example' })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.on('error', () => {})
}

/** The complete response to exactly these bytes. */
async function answerTo(request: string): Promise<string> {
  const socket = await open()
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.end(request)
  await once(socket, 'close')
  return answer
}

const statusOf = async (request: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(await answerTo(request))?.[1])

const LOGIN = 'POST /api/auth/login HTTP/1.1\r\nContent-Type: application/json\r\nConnection: close\r\n'

it.each([
  [
    'a length and chunks',
    `${LOGIN}Host: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
  ],
  ['two lengths', `${LOGIN}Host: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['no host', `${LOGIN}Content-Length: 2\r\n\r\n{}`, 400],
  ['20 kB of headers', `${LOGIN}Host: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('E12 V4.2.1 a request that Node itself refuses: %s', async (_what, request, status) => {
  expect(await statusOf(request)).toBe(status)
})

it.each([
  [
    'a length and chunks',
    'Content-Length: 2\r\nTransfer-Encoding: chunked',
    'The request could not be read.',
  ],
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3', 'The request could not be read.'],
  ['20 kB of headers', `X: ${'x'.repeat(20_000)}`, 'The headers of the request are too large.'],
])('R3.26 E12 is refused in one sentence, like every failure: %s', async (_what, header, sentence) => {
  const [head = '', body] = (await answerTo(`${LOGIN}Host: x\r\n${header}\r\n\r\n{}`)).split('\r\n\r\n')
  expect(JSON.parse(body ?? '')).toEqual(failureWith(sentence))
  expect(head).toContain('Content-Type: application/json; charset=utf-8')
  expect(head).toContain('Connection: close')
})

it('R3.26 E12 an unreadable request gets no response in the middle of another one', async () => {
  const asked = 'GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n'
  const answer = await answerTo(`${asked}no request\r\n\r\n`)
  expect(answer.match(/HTTP\/1\.1 /g) ?? []).toHaveLength(1)
})

it.each(['TRACE', 'PROPFIND', 'PUT'])('V13.4.4 HTTP methods that no call accepts: %s', async (method) => {
  const asked = `${method} /api/auth/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  expect([404, 405]).toContain(await statusOf(asked))
})

it('I01 connections that never finish their headers end after 15 seconds, and delay no one else', async () => {
  const slow = await Promise.all(Array.from({ length: 100 }, open))
  for (const socket of slow) socket.write('GET /api/config HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200)
  // Node checks its connections twice a minute, too long to wait for here.
  expect(portal.app.server.headersTimeout).toBe(15_000)
  expect(portal.app.server.requestTimeout).toBe(14_400_000)
  for (const socket of slow) socket.destroy()
})

const CALLS = ROOMS.flatMap((room) => room.calls)
const CHANGING = CALLS.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')
const urlOf = (path: string) => `/api${path.replaceAll(/:\w+/g, '1')}`

const ELSEWHERE: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]

it('V3.5.1 no call that changes data is accepted from another site', async () => {
  // The door would admit them to every one of the calls.
  const administrator = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
  for (const { method, path, name } of CHANGING) {
    for (const headers of ELSEWHERE) {
      const answer = await portal.as(administrator)({ method, url: urlOf(path), headers })
      expect([name, headers, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        name,
        headers,
        403,
        OTHER_ORIGIN.code,
      ])
    }
  }
})

it('V3.5.3 reading changes nothing: no such call uses GET or HEAD', async () => {
  const read = new Set(CALLS.filter(({ method }) => method === 'GET').map(({ path }) => path))
  for (const { path } of CHANGING.filter((call) => !read.has(call.path))) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await portal.as(clerk)({ method, url: urlOf(path) })
      expect([path, statusCode]).toEqual([path, 405])
    }
  }
})

const ask = async (url: string, person: TestPerson | null = clerk) => portal.as(person)({ url })

const answers = async () => {
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  const stored = await portal.as(clerk)({ method: 'POST', url: '/api/files/upload', ...form })
  const { FileID } = stored.json<{ file: { FileID: number } }>().file
  const answered = [
    stored,
    await ask('/healthz'),
    await ask('/api/config'),
    await ask('/api/files/uploads', null),
    await ask('/api/lookup/counties'),
    await ask('/api/nowhere'),
    await ask(`/api/files/uploads/${FileID}/download`),
  ]
  expect(answered.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 401, 403, 404, 200])
  return answered
}

describe('headers of', () => {
  it('G21 V3.2.1 V3.4.4 V3.4.5 V3.4.6 V3.5.8 V4.1.1 V13.4.6 every response forbids guessing its type, framing it and embedding it, and names no version', async () => {
    for (const { headers } of await answers()) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      })
      expect(String(headers['content-type'])).toMatch(/^application\/(json; charset=utf-8|pdf)$/)
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  it('R1.34 V3.4.1 over https every response requires https for a year', async () => {
    for (const { headers } of await answers()) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    }
  })
})

it('H05 V1.3.10 V16.2.2 V16.2.4 V16.4.1 a log line stays one line of JSON with its time in UTC, for any input, and without secrets', () => {
  const written: string[] = []
  const log = createLog({ write: (line) => void written.push(line) })
  log.info(
    { path: '/x\r\n{"level":60}%s%d\u001b[31m\u2028', password: 'canary', a: { token: 'canary' } },
    'said',
  )
  expect(written).toHaveLength(1)
  const [line = ''] = written
  expect(['\r', '\n', '\u001b'].filter((control) => line.trimEnd().includes(control))).toEqual([])
  expect(JSON.parse(line)).toMatchObject({ path: '/x\r\n{"level":60}%s%d\u001b[31m\u2028', msg: 'said' })
  expect(line).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
  expect(line).not.toContain('canary')
})
