import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rawRequest, type RawRequest } from '../../testing/raw-request.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { refuseUnreadable } from './client-errors.ts'
import { createPipelineGuard } from './pipeline-guard.ts'

/** Long enough for a busy machine. */
const BOUND = { timeout: 30_000 }
const TIMES = { headersTimeout: 15_000, keepAliveTimeout: 80_000, requestTimeout: 300_000, timeout: 120_000 }

let server: Server
let begun: { path: string | undefined; response: ServerResponse }[]
let connection: RawRequest

beforeEach(async () => {
  begun = []
  const guard = createPipelineGuard()
  server = guard.serve(({ url: path }, response) => void begun.push({ path, response }), TIMES)
  server.on('clientError', refuseUnreadable(guard))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  connection = await rawRequest((server.address() as AddressInfo).port)
})
afterEach(async () => {
  connection.end()
  server.close()
  await once(server, 'close')
})

const asked = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n`
const asks = (count: number) => Array.from({ length: count }, (_, at) => asked(`/${at + 1}`)).join('')
const paths = () => begun.map(({ path }) => path)
const begins = (...expected: string[]) => vi.waitFor(() => expect(paths()).toEqual(expected), BOUND)
const answer = (at: number) => void begun[at]?.response.end(`[answer ${at + 1}]`)
const isAnswered = (text: string) => vi.waitFor(() => expect(connection.answer()).toContain(text), BOUND)
const isEnded = () => vi.waitFor(() => expect(connection.isOver()).toBe(true), BOUND)

describe('requests of one connection', () => {
  it('R3.24 I01 sent ahead run in sequence, each after the response to the previous one', async () => {
    await connection.send(asks(3))
    await begins('/1')
    answer(0)
    await begins('/1', '/2')
    answer(1)
    await begins('/1', '/2', '/3')
    answer(2)
    await isAnswered('[answer 3]')
    expect(connection.answer()).toMatch(/\[answer 1\].*\[answer 2\].*\[answer 3\]/s)
  })

  it('R1.93 get their responses if what follows cannot be read, and nothing after that runs', async () => {
    await connection.send(`${asks(2)}}garbage\r\n\r\n`)
    await begins('/1')
    await connection.send(`${asked('/3')}}more\r\n\r\n`)
    answer(0)
    await isAnswered('[answer 1]')
    await isEnded()
    expect(connection.answer()).toMatch(/^HTTP\/1\.1 200 /)
    expect(connection.answer()).not.toContain('400 Bad Request')
    expect(paths()).toEqual(['/1'])
  })

  it('R1.93 whose own body cannot be read are refused immediately', async () => {
    await connection.send('POST /1 HTTP/1.1\r\nHost: portal\r\nTransfer-Encoding: chunked\r\n\r\n')
    await begins('/1')
    await connection.send('no chunk\r\n')
    await isAnswered('400 Bad Request')
    await isEnded()
    expect(connection.answer()).not.toContain('[answer 1]')
  })

  it('R3.24 sent one after another are served without a limit', async () => {
    for (let at = 0; at < 20; at++) {
      await connection.send(asked(`/${at}`))
      await vi.waitFor(() => expect(begun).toHaveLength(at + 1), BOUND)
      answer(at)
      await isAnswered(`[answer ${at + 1}]`)
    }
    expect(connection.isOver()).toBe(false)
  })

  it('R3.24 I01 may be at most eight waiting ones: one more ends the connection', async () => {
    await connection.send(asks(8))
    await begins('/1')
    answer(0)
    await begins('/1', '/2')
    expect(connection.isOver()).toBe(false)
    await connection.send(asked('/9'))
    await connection.send(asked('/10'))
    await isEnded()
    expect(paths()).toEqual(['/1', '/2'])
  })

  it('R3.24 I01 500 of them in one piece end it, and one ran, whose response is dropped', async () => {
    await connection.send(asks(500))
    await isEnded()
    await vi.waitFor(() => expect(begun[0]?.response.closed).toBe(true), BOUND)
    expect(paths()).toEqual(['/1'])
  })

  it('R1.93 after the body of one whose response ended the connection do not run', async () => {
    connection.end()
    connection = await rawRequest((server.address() as AddressInfo).port, { allowHalfOpen: true })
    await connection.send(asked('/1', 'Content-Length: 4\r\n'))
    await begins('/1')
    const socket = begun[0]?.response.socket
    answer(0)
    // As the portal does, so that a client that is still sending gets the response.
    socket?.end()
    await vi.waitFor(() => expect(connection.isOver()).toBe(true), BOUND)
    const arrived = once(server, 'request')
    await connection.send(`body${asked('/2')}`)
    await arrived
    expect(paths()).toEqual(['/1'])
  })

  it('R3.24 with an unknown expectation are requests like others', async () => {
    await connection.send(asked('/1', 'Expect: wonders\r\n') + asks(8))
    await isEnded()
    expect(paths()).toEqual(['/1'])
  })
})

it('R3.24 I01 a portal answers two that were sent ahead, and cuts off a client that sends 500', async () => {
  const portal = await testPortal()
  const port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const [patient, greedy] = [await rawRequest(port), await rawRequest(port)]
  await patient.send(asked('/healthz') + asked('/api/config', 'Connection: close\r\n'))
  await vi.waitFor(() => expect(patient.isOver()).toBe(true), BOUND)
  expect(patient.answer().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  await greedy.send(asked('/healthz').repeat(500))
  await vi.waitFor(() => expect(greedy.isOver()).toBe(true), BOUND)
  expect(greedy.answer()).toBe('')
  await portal.close()
})
