import { createHash, randomBytes } from 'node:crypto'
import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../../demo/random.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { FACTS } from '../../../testing/tus-calls.ts'

let portal: TestPortal
let clerk: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal({ now: '2026-04-15T15:00:00.000Z', environment: { RATE_LIMIT: 'off' } })
  const countyId = (await portal.addCounty('Loving')).CountyID
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.close())

type Line = { readonly port: number; sent(): number; close(): void }

/**
 * A line to the portal that breaks after so many bytes of each connection, by a seed: on both sides at once, or so that
 * the portal hears nothing of it. What it carried by then arrives.
 */
async function breakingLine(seed: number, between: readonly [number, number]): Promise<Line> {
  const random = seededRandom(seed)
  const open = new Set<Socket>()
  let sent = 0
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    upstream.on('data', (chunk: Buffer) => client.write(chunk)).on('close', () => client.destroy())
    let left = between[0] + random.below(between[1] - between[0])
    void (async () => {
      for await (const chunk of client as AsyncIterable<Buffer>) {
        const carried = chunk.subarray(0, left)
        left -= carried.length
        sent += chunk.length
        await new Promise((resolve) => upstream.write(carried, resolve))
        if (left === 0) break
      }
      client.resetAndDestroy()
      if (left > 0 || random.chance(50)) upstream.end()
    })().catch(() => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

type Sending = {
  readonly bytes: Buffer
  readonly name: string
  readonly through: number
  readonly chunkSize?: number
}

/** As an outside program sends a file; resolves with the id of its document. */
function send({ bytes, name, through, chunkSize = Infinity }: Sending): Promise<number> {
  const stored = Promise.withResolvers<number>()
  new Upload(bytes, {
    endpoint: `http://127.0.0.1:${through}/api/files/resumable`,
    metadata: { filename: name, ...FACTS, senderKey: name.replaceAll(' ', '-') },
    headers: { cookie: clerk.cookie },
    chunkSize,
    retryDelays: Array.from({ length: 200 }, () => 10),
    onError: (error) => stored.reject(error),
    onSuccess: ({ lastResponse }) => stored.resolve(Number(lastResponse.getHeader('Portal-File-Id'))),
  }).start()
  return stored.promise
}

async function sha256Of(id: number): Promise<string> {
  const { rows } = await portal.pool.query<{ sha256: Buffer }>('SELECT sha256 FROM document WHERE id = $1', [
    id,
  ])
  return rows[0]?.sha256.toString('hex') ?? ''
}

const fileOf = (size: number) => Buffer.concat([SAMPLE_FILES.pdf, randomBytes(size)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.each([
  ['whole', Infinity],
  ['in chunks', 400_000],
])('an outside client sends a file %s', async (how, chunkSize) => {
  const bytes = fileOf(2_000_000)
  expect(await sha256Of(await send({ bytes, name: `plain ${how}.pdf`, through: port, chunkSize }))).toBe(
    hashOf(bytes),
  )
})

test('over a line that breaks again and again every file arrives once, and hardly a byte is sent twice', async () => {
  const line = await breakingLine(20_260_415, [2_000_000, 8_000_000])
  const files = Array.from({ length: 4 }, () => fileOf(10_000_000))
  const { rows: before } = await portal.pool.query('SELECT count(*)::integer AS n FROM document')
  try {
    const ids = await Promise.all(
      files.map((bytes, at) => send({ bytes, name: `broken ${at}.pdf`, through: line.port })),
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
