import { once } from 'node:events'
import { createServer, Socket, type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rawRequest, type RawRequest } from '../../testing/raw-request.ts'
import { testClock } from '../../testing/test-clock.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { capConnections } from './connection-caps.ts'

/** Long enough for a busy machine. */
const BOUND = { timeout: 30_000 }
const OFFICE = '127.0.0.1'
const HOME = '127.0.0.2'
const PROXY = '127.0.0.3'

let server: Server
let warned: unknown[]
let opened: RawRequest[]
const clock = testClock()

beforeEach(async () => {
  warned = []
  opened = []
  server = createServer((socket) => void socket.on('error', () => undefined).write('HTTP/1.1 200 '))
  const log = { info() {}, error() {}, fatal() {}, warn: (facts: unknown) => void warned.push(facts) }
  capConnections(server, {
    clock,
    log,
    bringsMany: (address) => address === PROXY,
    most: 6,
    maxOfNetwork: 2,
    maxOfSite: 4,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const connection of opened) connection.end()
  server.close()
  await once(server, 'close')
})

/** Opens a connection from that address of this machine, and returns whether it stays open. */
async function stays(localAddress: string): Promise<boolean> {
  const { port } = server.address() as AddressInfo
  const connection = await rawRequest(port, { localAddress })
  opened.push(connection)
  await vi.waitFor(() => expect(connection.isOver() || connection.status() === 200).toBe(true), BOUND)
  return !connection.isOver()
}

/** A fake connection from that address, which this machine does not have. */
function from(remoteAddress: string): Socket {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  server.emit('connection', socket)
  return socket
}

describe('connections', () => {
  it('R3.23 I01 of one network are limited, and others still connect', async () => {
    expect([await stays(OFFICE), await stays(OFFICE), await stays(OFFICE)]).toEqual([true, true, false])
    expect(await stays(HOME)).toBe(true)
    expect(warned).toEqual([{ address: OFFICE }])
  })

  it('R3.23 I01 of one site, an IPv6 /48, have twice the limit of one of its networks', () => {
    const site = [1, 1, 1, 2, 2, 3].map((network) => from(`2001:db8:7:${network}::1`))
    expect(site.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false, false, true])
    expect(from('2001:db8:8::1').destroyed).toBe(false)
  })

  it('that end free their slots', async () => {
    expect([await stays(OFFICE), await stays(OFFICE), await stays(OFFICE)]).toEqual([true, true, false])
    opened[0]?.end()
    await vi.waitFor(async () => expect(await stays(OFFICE)).toBe(true), BOUND)
  })

  it('R3.23 I01 in all are limited, including those of a proxy, and the log reports it once a minute', async () => {
    for (let count = 0; count < 6; count++) expect(await stays(PROXY)).toBe(true)
    expect([await stays(PROXY), await stays(HOME)]).toEqual([false, false])
    expect(warned).toHaveLength(1)
    clock.advance(60_000)
    expect(await stays(HOME)).toBe(false)
    expect(warned).toHaveLength(2)
  })
})

it('R3.23 a portal has 2,000 of them, and as many from the same machine, where proxies and tests run', async () => {
  const portal = await testPortal()
  const port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
  expect(portal.app.server.maxConnections).toBe(2000)
  const many = await Promise.all(Array.from({ length: 300 }, () => rawRequest(port)))
  for (const connection of many) await connection.send('GET /healthz HTTP/1.1\r\nHost: portal\r\n\r\n')
  for (const connection of many) await vi.waitFor(() => expect(connection.status()).toBe(200), BOUND)
  for (const connection of many) connection.end()
  await portal.close()
})
