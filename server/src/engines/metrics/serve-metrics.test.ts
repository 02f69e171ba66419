import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { serveMetrics, type MetricsServer } from './serve-metrics.ts'

const errors: unknown[] = []
const LOG = { info() {}, warn() {}, error: (...line: unknown[]) => void errors.push(line) }
const TEXT = { contentType: 'text/plain; version=0.0.4', text: async () => 'portal_database_up 1\n' }

let server: MetricsServer | undefined
afterEach(() => server?.close())

const get = (port: number, path = '/metrics', host = '127.0.0.1') => fetch(`http://${host}:${port}${path}`)

test('metrics are at /metrics and nowhere else', async () => {
  server = await serveMetrics(0, TEXT, LOG)
  const answer = await get(server.port)
  expect(await answer.text()).toBe('portal_database_up 1\n')
  expect(answer.headers.get('content-type')).toBe(TEXT.contentType)
  expect((await get(server.port, '/')).status).toBe(404)
})

test('V13.4.5 metrics are for this machine: its other addresses do not respond', async () => {
  server = await serveMetrics(0, TEXT, LOG)
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  // 127.0.0.2 also belongs to this machine if the system owns the whole network. Nothing listens there.
  for (const host of [...others, '127.0.0.2'])
    await expect(get(server.port, '/metrics', host)).rejects.toThrow('fetch failed')
})

test('a taken port is refused in one line that names the variable', async () => {
  server = await serveMetrics(0, TEXT, LOG)
  const taken = serveMetrics(server.port, TEXT, LOG)
  await expect(taken).rejects.toThrow(StartError)
  await expect(taken).rejects.toThrow(
    `METRICS_PORT ${server.port} is taken. Stop what uses it, or set another one.`,
  )
})

test('metrics that cannot be collected are a 500, and a line of the log', async () => {
  server = await serveMetrics(0, { ...TEXT, text: () => Promise.reject(new Error('broken')) }, LOG)
  expect((await get(server.port)).status).toBe(500)
  expect(errors).toHaveLength(1)
})
