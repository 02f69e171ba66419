import { endpoint } from '@portal/contract/endpoint.ts'
import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { App } from './app-types.ts'
import { createServe } from './serve.ts'

const readNumber = endpoint({
  summary: 'Returns the number of the opening.',
  method: 'GET',
  path: '/number',
  access: 'session',
  result: z.object({ number: z.number() }),
  errors: [],
})

/** No call waits for a turn. */
const AT_ONCE = async () => () => {}

test('the door runs once per call, and the call gets its context', async () => {
  const app = fastify() as unknown as App
  let openings = 0
  const serve = createServe(app, async () => ({ number: (openings += 1) }), AT_ONCE)
  serve(readNumber, async ({ number }) => ({ number }))
  const answers = [await app.inject('/number'), await app.inject('/number')]
  expect(answers.map((answer) => answer.json<unknown>())).toEqual([{ number: 1 }, { number: 2 }])
  expect(openings).toBe(2)
  await app.close()
})

test('R1.74 a read that waited is authorized again, and its turn ends with the response', async () => {
  const app = fastify() as unknown as App
  let openings = 0
  const end = vi.fn<() => void>()
  const takeTurn = async (_context: { number: number }, onWait: () => void) => {
    onWait()
    return end
  }
  const serve = createServe(app, async () => ({ number: (openings += 1) }), takeTurn)
  serve(readNumber, async ({ number }) => ({ number }))
  expect((await app.inject('/number')).json<unknown>()).toEqual({ number: 2 })
  expect(end).toHaveBeenCalledTimes(1)
  await app.close()
})

test('R1.74 HEAD and a POST that only reads take a turn; other POSTs and documents take none', async () => {
  const app = fastify() as unknown as App
  let turns = 0
  const serve = createServe(
    app,
    async () => ({}),
    async () => {
      turns += 1
      return () => {}
    },
  )
  const others = { access: 'session', result: z.unknown(), errors: [], summary: 'Any.' } as const
  serve(endpoint({ ...others, method: 'GET', path: '/head', takesHead: true }), async () => ({}))
  serve(endpoint({ ...others, method: 'POST', path: '/find', isRead: true }), async () => ({}))
  serve(endpoint({ ...others, method: 'POST', path: '/make' }), async () => ({}))
  serve(endpoint({ ...others, method: 'GET', path: '/bytes', payload: 'document' }), async () =>
    Buffer.from('bytes'),
  )
  const turnsOf = async (method: 'GET' | 'HEAD' | 'POST', url: string) => {
    const before = turns
    expect((await app.inject({ method, url })).statusCode).toBe(200)
    return turns - before
  }
  expect([
    await turnsOf('GET', '/head'),
    await turnsOf('HEAD', '/head'),
    await turnsOf('POST', '/find'),
  ]).toEqual([1, 1, 1])
  expect([await turnsOf('POST', '/make'), await turnsOf('GET', '/bytes')]).toEqual([0, 0])
  await app.close()
})
