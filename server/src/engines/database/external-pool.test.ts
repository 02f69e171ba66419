import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from './embedded/postmaster-starter.ts'
import { refuseUnusable } from './external-pool.ts'
import { openDatabase, type Database } from './open-database.ts'

let target: TestDatabase
let opened: Database[]
let lines: string[]
let gates: Gate[]

beforeEach(async () => {
  target = await testDatabase()
  opened = []
  lines = []
  gates = []
})
afterEach(async () => {
  for (const database of opened) await database.close()
  for (const gate of gates) await gate.close()
  await target.close()
})

const tell = (_fields: object, message: string) => void lines.push(message)

type Opening = { server?: boolean; stopped?: AbortSignal }

async function open(databaseUrl: string, { server = true, stopped }: Opening = {}): Promise<Database> {
  const database = await openDatabase({
    databaseUrl,
    databasePrepare: false,
    dataDir: '/nowhere',
    server,
    poolSize: 3,
    log: { info: tell, warn: tell, error: tell },
    stopped,
  })
  opened.push(database)
  return database
}

/** A route to the test database through a port of 127.0.0.1, which the test opens and closes. */
type Gate = { readonly url: string; open(): Promise<void>; close(): Promise<void> }

async function gateTo(url: string): Promise<Gate> {
  const port = await freePort()
  const { searchParams, hostname, port: databasePort, username, password, pathname } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}))
  let server: Server | null = null
  const gate: Gate = {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async open() {
      server = createServer((here) => {
        const there = host.startsWith('/')
          ? connect(join(host, `.s.PGSQL.${databasePort}`))
          : connect(Number(databasePort), host)
        keep(here).add(there)
        keep(there)
        here.pipe(there).pipe(here)
      })
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    },
    async close() {
      server?.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  gates.push(gate)
  return gate
}

test('a database by its URL works, under the name that the settings give its statements', async () => {
  const database = await open(target.url)
  expect(database.prepareNamed).toBe(false)
  expect(database.isUp()).toBe(true)
  expect(await database.kysely.selectFrom('county').select('id').execute()).toEqual([])
})

test('C06 a server waits for a database that is unreachable at its start', async () => {
  const gate = await gateTo(target.url)
  const opening = open(gate.url)
  await expect
    .poll(() => lines, { timeout: 10_000 })
    .toContain('The database cannot be reached yet; the start waits for it.')
  await gate.open()
  expect((await opening).isUp()).toBe(true)
})

describe('R1.92 a server that is told to stop ends its wait for the database immediately', () => {
  const told = new Error('told to stop')

  test('between two tries', async () => {
    const gate = await gateTo(target.url)
    const stopping = new AbortController()
    const opening = open(gate.url, { stopped: stopping.signal })
    await expect
      .poll(() => lines, { timeout: 10_000 })
      .toContain('The database cannot be reached yet; the start waits for it.')
    stopping.abort(told)
    await expect(opening).rejects.toBe(told)
    expect(lines).toHaveLength(1)
  })

  test('while the database accepts the connection and sends nothing', async () => {
    const callers: Socket[] = []
    const silent = createServer((socket) => void callers.push(socket.on('error', () => {})))
    await new Promise<void>((listening) => void silent.listen(0, '127.0.0.1', listening))
    const { port } = silent.address() as AddressInfo
    const stopping = new AbortController()
    const opening = open(`postgres://somebody:x@127.0.0.1:${port}/portal`, { stopped: stopping.signal })
    await expect.poll(() => callers.length, { timeout: 20_000 }).toBe(1)
    stopping.abort(told)
    await expect(opening).rejects.toBe(told)
    expect(lines).toEqual([])
    for (const socket of callers) socket.destroy()
    silent.close()
  })
})

test('a command does not wait, and says where it looked but not the password', async () => {
  const { url } = await gateTo(target.url)
  const { port, pathname } = new URL(url)
  await expect(open(url, { server: false })).rejects.toThrow(
    new StartError(
      `DATABASE_URL names 127.0.0.1:${port}${pathname}, which cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
    ),
  )
})

test('a server does not wait for faults that waiting does not repair', async () => {
  const url = new URL(target.url)
  url.pathname = '/no_such_database'
  await expect(open(url.href)).rejects.toThrow(
    /^DATABASE_URL names .*\/no_such_database, which cannot be used: /,
  )
  expect(lines).toEqual([])
})

test.each([
  'no such database: portal_of_nobody',
  'no such user: somebody',
  'server login failed: FATAL database "portal_of_nobody" does not exist',
])('nor for such a message of a pooler: %s', async (message) => {
  const pooler = createServer((socket) => {
    const fields = `SFATAL\0C08P01\0M${message}\0\0`
    const length = Buffer.alloc(4)
    length.writeInt32BE(4 + fields.length)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])))
  })
  await new Promise<void>((listen) => void pooler.listen(0, '127.0.0.1', listen))
  const { port } = pooler.address() as AddressInfo
  await expect(open(`postgres://somebody:x@127.0.0.1:${port}/portal_of_nobody`)).rejects.toThrow(
    `DATABASE_URL names 127.0.0.1:${port}/portal_of_nobody, which cannot be used: ${message}.`,
  )
  expect(lines).toEqual([])
  pooler.close()
})

test('an outage of the database is noticed, and so is its end', async () => {
  const gate = await gateTo(target.url)
  await gate.open()
  const database = await open(gate.url)
  await gate.close()
  await expect.poll(() => database.isUp(), { timeout: 10_000 }).toBe(false)
  await expect(database.pool.query('SELECT 1')).rejects.toThrow('ECONNREFUSED')
  await gate.open()
  await expect.poll(() => database.isUp(), { timeout: 10_000 }).toBe(true)
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  expect(lines.filter((line) => line.startsWith('The database is'))).toEqual([
    'The database is away.',
    'The database is back.',
  ])
})

/** The timeouts inside and outside a transaction. */
async function boundsOf(server: boolean) {
  const { kysely } = await open(target.ownerUrl, { server })
  const { rows } = await kysely
    .transaction()
    .execute((transaction) =>
      sql<{ bound: string }>`SELECT current_setting('statement_timeout') AS bound`.execute(transaction),
    )
  const outside = await sql<{
    bound: string
  }>`SELECT current_setting('statement_timeout') AS bound`.execute(kysely)
  return [rows[0]?.bound, outside.rows[0]?.bound]
}

describe('a database with its own defaults for transactions', () => {
  const asked = `SELECT current_setting('transaction_isolation') AS isolation,
    current_setting('transaction_read_only') AS read_only`
  const right = { isolation: 'read committed', read_only: 'off' }

  test.each([
    ["default_transaction_isolation TO 'repeatable read'"],
    ["default_transaction_isolation TO 'serializable'"],
    ['default_transaction_read_only TO on'],
  ])('%s: statements run as the portal needs them, in transactions and outside', async (set) => {
    const quoted = set.replaceAll("'", "''")
    await target.pool.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${quoted}', current_database()); END $$`,
    )
    const database = await open(target.ownerUrl)
    expect((await database.pool.query(asked)).rows).toEqual([right])
    const inside = await database.kysely
      .transaction()
      .execute((transaction) => sql.raw(asked).execute(transaction))
    expect(inside.rows).toEqual([right])
    expect(lines).toEqual([
      'The role of the portal begins its statements as READ COMMITTED and may write, from now on.',
    ])
  })

  test('a transaction of the server times out in the database, one of a command does not', async () => {
    expect(await boundsOf(true)).toEqual(['5min', '0'])
    expect(await boundsOf(false)).toEqual(['0', '0'])
  })

  test('that DATABASE_URL itself sets are refused in one line', async () => {
    const url = new URL(target.ownerUrl)
    url.searchParams.set('options', '-c default_transaction_isolation=serializable')
    await expect(open(url.href)).rejects.toThrow(
      /^DATABASE_URL names .*, where default_transaction_isolation is not 'read committed' .* Let the pooler connect anew \(RECONNECT in pgbouncer\), and name neither in DATABASE_URL\.$/,
    )
  })
})

describe('a PostgreSQL that the portal cannot use is refused in one line', () => {
  const good = { version: '15.20', number: 150_020, encoding: 'UTF8', has_icu: true, has_trigrams: true }
  test.each([
    [{ version: '14.9', number: 140_009 }, 'PostgreSQL 14.9, but the portal needs 15 or newer.'],
    [
      { encoding: 'SQL_ASCII' },
      'PostgreSQL 15.20 with a database in SQL_ASCII, but the portal needs one in UTF8.',
    ],
    [{ has_icu: false }, 'PostgreSQL 15.20 without ICU collations, which the portal sorts names by.'],
    [
      { has_trigrams: false },
      'PostgreSQL 15.20 without the extension pg_trgm, which the portal searches by. Install it there.',
    ],
  ])('R1.13 %o', (lacking, reason) => {
    refuseUnusable(good)
    expect(() => refuseUnusable({ ...good, ...lacking })).toThrow(
      new StartError(`DATABASE_URL names ${reason}`),
    )
  })
})
