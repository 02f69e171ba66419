import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts'

const SERVERS = 3
let folder: string
let database: TestDatabase
let servers: ServerProcess[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-servers-'))
  database = await testDatabase({ isolation: 'repeatable read' })
  servers = await Promise.all(Array.from({ length: SERVERS }, (_, n) => startServer(join(folder, String(n)))))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const startServer = (dataDir: string) =>
  startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    STAFF_EMAIL_DOMAIN: 'staff.example',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: 'on',
  })

type Call = { path: string; body: object; from: string }

/** Sends the same call to each server, `times` each, all at the same time. Counts the statuses. */
async function callEverywhere(times: number, call: (n: number) => Call): Promise<Record<number, number>> {
  const all = servers.flatMap((server) => Array.from({ length: times }, () => server))
  const answers = await Promise.all(all.map((server, n) => send(server, call(n))))
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const send = ({ url }: ServerProcess, { path, body, from }: Call) =>
  fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })

test('R2.39 C21 failed sign-ins at several servers, each its own process, count together', async () => {
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(SERVERS)
  const body = { username: 'ann@staff.example', password: 'a wrong password' }
  const counts = await callEverywhere(10, () => ({ path: 'login', body, from: '203.0.113.1' }))
  expect(counts).toEqual({ 401: 10, 429: 20 })
})

test('R2.39 C21 e-mail requests at several servers, each its own process, count together', async () => {
  const body = { email: 'bob@staff.example' }
  const ofAddress = await callEverywhere(3, (n) => ({ path: 'reset-password', body, from: `192.0.2.${n}` }))
  expect(ofAddress).toEqual({ 200: 5, 429: 4 })
  const ofNetwork = await callEverywhere(25, (n) => ({
    path: 'reset-password',
    body: { email: `clerk-${n}@staff.example` },
    from: '198.51.100.1',
  }))
  expect(ofNetwork).toEqual({ 200: 60, 429: 15 })
})
