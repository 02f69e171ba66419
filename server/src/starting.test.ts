import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import packageOfServer from '../package.json' with { type: 'json' }
import { freePort } from './engines/database/embedded/postmaster-starter.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { endDatabaseProcesses, newFolder, postmasterOf } from './testing/database-processes.ts'
import { launchPortal, startPortal } from './testing/portal-process.ts'

const { dependencies } = packageOfServer as { dependencies: Readonly<Record<string, string>> }

/** The server's packages that a start loads. Load a new one at its first use, or add it here with the reason. */
const AT_EVERY_START = [
  '@fastify/cookie',
  '@fastify/static',
  'content-disposition',
  'dotenv',
  'fastify',
  'kysely',
  'lru-cache',
  'pg',
  'pino',
  'zod',
]

let database: TestDatabase
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-starting-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

test('C21 a server that starts accepts no connection before it can respond', async () => {
  const port = await freePort()
  const callers = new AbortController()
  const calls = Promise.all(Array.from({ length: 4 }, () => callUntil(callers.signal, port)))
  const portal = await startPortal({ DATA_DIR: folder, DATABASE_URL: database.url, PORT: String(port) })
  try {
    expect(await callOnce(port)).toBe('answered')
  } finally {
    callers.abort()
    await calls
    await portal.end('SIGTERM')
  }
  const all = (await calls).flat()
  expect(all.filter((one) => one === 'refused').length).toBeGreaterThan(100)
  expect(all.filter((one) => one === 'taken and broken off')).toEqual([])
})

test('R1.71 a server that is told to stop while it creates its database leaves no PostgreSQL running', async () => {
  const own = newFolder()
  try {
    const portal = launchPortal({ DATA_DIR: own, DATABASE_URL: '', PORT: '0' })
    await portal.saying('Making the database')
    await vi.waitFor(async () => expect(await postmasterOf(own)).not.toBe(0), {
      timeout: 60_000,
      interval: 5,
    })
    await portal.end('SIGTERM')
    expect(await portal.gone).toBe(0)
    expect(portal.said()).not.toContain('The portal runs at')
    expect(await postmasterOf(own)).toBe(0)
  } finally {
    await endDatabaseProcesses()
  }
})

test('R1.92 a server that is told to stop while it waits for its database ends cleanly', async () => {
  const url = `postgres://somebody:x@127.0.0.1:${await freePort()}/portal`
  const portal = launchPortal({ DATA_DIR: folder, DATABASE_URL: url, PORT: '0' })
  await portal.saying('the start waits for it')
  await portal.end('SIGTERM')
  // If the wait continued, the process would be killed, with exit code 1.
  expect(await portal.gone).toBe(0)
})

test('R1.112 a start whose BACKUP_DIR has no folder above it ends with one line', async () => {
  const backups = `${folder}-not-mounted/backups`
  const portal = launchPortal({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: '0',
    BACKUP_DIR: backups,
  })
  expect(await portal.gone).toBe(1)
  expect(portal.said()).toBe(
    `BACKUP_DIR is ${backups}, but there is no folder ${folder}-not-mounted. Mount its disk, or make that folder.\n`,
  )
})

test('R1.86 R1.88 a start names a mistyped setting, and the last line of a stopped server says so', async () => {
  const portal = await startPortal({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: '0',
    BACKUP_DRI: '/backups',
  })
  await portal.end('SIGTERM')
  expect(portal.said()).toContain(
    'Note: BACKUP_DRI is not a setting and has no effect. Did you mean BACKUP_DIR?\n',
  )
  expect(portal.said().trimEnd().split('\n').at(-1)).toContain('The portal has stopped.')
})

test('R1.81 a start loads no package that only some commands and rooms need', async () => {
  const preload = new URL('./testing/tell-packages.ts', import.meta.url).href
  const portal = await startPortal({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: '0',
    NODE_OPTIONS: `--import=${preload}`,
  })
  await portal.end('SIGTERM')
  const printed = (name: string) =>
    JSON.parse(new RegExp(`^${name}: (.*)$`, 'm').exec(portal.said())?.[1] ?? '[]') as string[]
  const loaded = printed('Packages')
  expect(loaded).toContain('fastify')
  expect(printed('Node modules')).toContain('http')
  expect(printed('Node modules')).not.toContain('internal/deps/undici/undici')
  const own = Object.keys(dependencies).filter((name) => !name.startsWith('@portal/'))
  expect(own.filter((name) => loaded.includes(name))).toEqual(AT_EVERY_START)
})

type Met = 'refused' | 'answered' | 'taken and broken off'

async function callUntil(signal: AbortSignal, port: number): Promise<Met[]> {
  const met: Met[] = []
  while (!signal.aborted) met.push(await callOnce(port))
  return met
}

/** Makes one call on its own connection. Returns whether it was refused, answered, or accepted and then broken off. */
function callOnce(port: number): Promise<Met> {
  return new Promise((resolve) => {
    let taken = false
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => {
      taken = true
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    })
    socket.on('data', () => {
      resolve('answered')
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(taken ? 'taken and broken off' : 'refused'))
  })
}

test('R1.71 a server whose output nobody reads runs on, and stops in order', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', './server/compiled-code.js', 'server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: database.url, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  child.stdout.destroy()
  child.stderr.destroy()
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitFor(async () => expect(child.exitCode !== null || (await isReady())).toBe(true), {
    timeout: 60_000,
  })
  expect(await isReady()).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
