import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { limitSending } from './send-limit.ts'

const MEGABYTE = 1_000_000
const HALF_HOUR_MS = 30 * 60_000

const app = fastify()
let origin: string
beforeAll(async () => {
  limitSending(app, { maxUploadBytes: MEGABYTE })
  const piece = Buffer.alloc(MEGABYTE)
  const endless = () =>
    new Readable({
      read: function (this: Readable) {
        this.push(piece)
      },
    })
  app.get('/archive', { config: { endpoint: { payload: 'archive' } } } as object, (_request, reply) =>
    reply.send(endless()),
  )
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
/** Those who have begun. A response that nobody ends keeps the server from closing. */
const readers: IncomingMessage[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const reader of readers.splice(0)) reader.destroy()
})

/** A reader of an archive, with the response as the server sees it. */
async function begin() {
  const requested = once(app.server, 'request')
  const asked = get(`${origin}/archive`, { agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const [, response] = (await requested) as [unknown, ServerResponse]
  readers.push(answer.on('error', () => undefined))
  return {
    response,
    /** Takes so many megabytes, until more bytes wait for the reader. */
    async take(megabytes: number) {
      let left = megabytes * MEGABYTE
      while (left > 0) {
        const piece = answer.read() as Buffer | null
        if (piece) left -= piece.length
        else await once(answer, 'readable')
      }
      while (response.writableLength === 0) await nextTurn()
    },
  }
}

test('R21.14 a reader who takes 40 MB in half an hour is cut off', async () => {
  const { take, response } = await begin()
  await take(40)
  vi.advanceTimersByTime(HALF_HOUR_MS - 1)
  expect(response.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(response.destroyed).toBe(true)
})

test('R21.14 a reader who takes 60 MB in each half an hour goes on, until they take less', async () => {
  const { take, response } = await begin()
  for (let half = 0; half < 3; half += 1) {
    await take(60)
    vi.advanceTimersByTime(HALF_HOUR_MS)
    expect(response.destroyed).toBe(false)
  }
  await take(20)
  vi.advanceTimersByTime(HALF_HOUR_MS)
  expect(response.destroyed).toBe(true)
})
