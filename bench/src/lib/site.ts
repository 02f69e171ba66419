import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { callPath } from '@portal/contract/call-path.ts'
import { openEmbedded } from '@portal/server/src/engines/database/embedded/launch.ts'
import { updateSchema } from '@portal/server/src/schema.ts'
import { createPool, type Connection } from '@portal/server/src/engines/database/pool.ts'
import { nodeFlagsOf } from '@portal/server/src/testing/npm-script.ts'
import { Client, type Pool } from 'pg'
import { startChild, type ChildServer } from './child-server.ts'

/** A portal to measure: its database, and the settings that its server and commands run on. */
export type Site = {
  readonly folder: string
  readonly connection: Connection
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

export type SignedInPortal = {
  readonly server: ChildServer
  readonly headers: Readonly<Record<string, string>>
}

/** Somebody who signs in. `rights` are options of `portal user add`, such as `--county`. */
export type BenchPerson = { readonly email: string; readonly rights: readonly string[] }

export type SiteOptions = {
  readonly folder: string
  /** A name that may stand in the name of a database. */
  readonly name: string
  /** Another PostgreSQL than the one that the portal brings: a role's URL that may create databases. */
  readonly databaseUrl: string | undefined
}

const HERE = import.meta.dirname
const PORTAL = resolve(HERE, '../portal-server.ts')
const COMMANDS = resolve(HERE, '../../../server/src/cli.ts')
const PASSWORD = 'seven ledgers on a shelf'
const ADMINISTRATOR: BenchPerson = { email: 'administrator@bench.example.org', rights: ['--admin'] }
const SIGN_IN_BOUND_MS = 60_000
const SILENT = { info() {}, warn() {}, error() {} }

/** Opens the site of that name, with its schema up to date; makes it when it is not there. */
export async function openSite({ folder, name, databaseUrl }: SiteOptions): Promise<Site> {
  const own = join(folder, name)
  await mkdir(own, { recursive: true })
  const environment = { DATA_DIR: own, RATE_LIMIT: 'off' }
  const site = databaseUrl
    ? await onServer(databaseUrl, { name, folder: own, environment })
    : await onEmbedded(own, environment)
  const pool = createPool(site.connection, { size: 3, log: SILENT, stallTimeoutMs: 0 })
  try {
    await updateSchema(pool)
    await nameStore(pool, own)
    return site
  } catch (error) {
    await site.close()
    throw error
  } finally {
    await pool.end()
  }
}

/** Its documents have no bytes, so that the portal would not take the store for its own. */
async function nameStore(pool: Pool, folder: string): Promise<void> {
  const id = randomUUID()
  await pool.query('INSERT INTO document_store (id) VALUES ($1) ON CONFLICT DO NOTHING', [id])
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM document_store')
  await mkdir(join(folder, 'documents'), { recursive: true })
  await writeFile(join(folder, 'documents', 'store-id'), rows[0]?.id ?? id)
}

type Environment = Readonly<Record<string, string>>

/** Held open, so that the portals that are started on it find the database up. */
async function onEmbedded(folder: string, environment: Environment): Promise<Site> {
  const { owner, close } = await openEmbedded(folder, { server: false, log: SILENT })
  return { folder, connection: owner, environment, close }
}

type OnServer = { name: string; folder: string; environment: Environment }

async function onServer(databaseUrl: string, { name, folder, environment }: OnServer): Promise<Site> {
  const url = new URL(databaseUrl)
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const database = `portal_bench_${name}`
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (!rowCount) await client.query(`CREATE DATABASE ${database}`)
  await client.end()
  url.pathname = database
  return {
    folder,
    connection: { connectionString: url.href },
    environment: { ...environment, DATABASE_URL: url.href, DATABASE_PREPARE: 'on' },
    close: async () => {},
  }
}

/** A site for one bench only: closed and removed at its end. */
export async function withNewSite<T>(options: SiteOptions, work: (site: Site) => Promise<T>): Promise<T> {
  await removeSite(options)
  const site = await openSite(options)
  try {
    return await work(site)
  } finally {
    await site.close()
    await removeSite(options)
  }
}

export async function removeSite({ folder, name, databaseUrl }: SiteOptions): Promise<void> {
  await rm(join(folder, name), { recursive: true, force: true })
  if (!databaseUrl) return
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS portal_bench_${name} WITH (FORCE)`)
  await client.end()
}

/** The real portal on a site, in a process of its own, and an administrator's session on it. */
export async function startPortal(site: Site): Promise<SignedInPortal> {
  await addPerson(site, ADMINISTRATOR)
  const server = await startChild({
    program: PORTAL,
    flags: nodeFlagsOf('start'),
    // Reading texts and indexing old documents would run beside what is measured.
    environment: { ...site.environment, WORKER_LANES: 'texts,index' },
    readyPath: '/readyz',
  })
  try {
    return { server, headers: { cookie: await signIn(server.origin) } }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Adds a person with the password of all; nothing for one who is there. */
export async function addPerson(
  { connection, environment }: Site,
  { email, rights }: BenchPerson,
): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  const { rowCount } = await client.query('SELECT FROM account WHERE email = $1', [email])
  await client.end()
  if (rowCount) return
  const words = ['user', 'add', '--email', email, ...rights, '--password-stdin']
  await runCommand(words, { environment, input: PASSWORD })
}

type CommandOptions = { environment: Readonly<Record<string, string>>; input: string }

function runCommand(words: readonly string[], { environment, input }: CommandOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMANDS, ...words], {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`portal ${words[0]} ended with ${code}.`)),
    )
    child.stdin.end(input)
  })
}

/** Signs a person in, the administrator unless it is another, and returns the cookie. */
export async function signIn(origin: string, { email }: BenchPerson = ADMINISTRATOR): Promise<string> {
  const answer = await fetch(new URL(`/api${callPath(login)}`, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(SIGN_IN_BOUND_MS),
    body: JSON.stringify({ username: email, password: PASSWORD }),
  })
  const [cookie] = answer.headers.getSetCookie()
  if (!answer.ok || !cookie) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return cookie.split(';')[0] ?? ''
}
