import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callPath } from '@portal/contract/call-path.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import type { BucketAddress } from '../../engines/config/bucket-address.ts'
import type { Environment } from '../../engines/config/environment.ts'
import { readSettings } from '../../engines/config/settings.ts'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { addAccount } from '../../records/accounts/accounts.usecases.ts'
import { buildWorld, type OpenedWorld } from '../../world.ts'
import { startPortal, type PortalProcess } from '../portal-process.ts'
import { callerOf, type Caller } from './caller.ts'
import { startNginx } from './nginx.ts'

const SILENT = { info() {}, warn() {}, error() {} }
const PASSWORD = 'a long and quiet password'

/** One of two servers. Only the test starts it again. */
export type Server = {
  readonly call: Caller
  start(): Promise<void>
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Its last output. */
  said(): string
}

export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>

type Stores = { readonly databaseUrl: string; readonly bucket: BucketAddress }
/** `settings` are extra settings of both servers. */
type Portal = Stores & { readonly settings?: Environment }

/** Two servers on one database and one bucket behind nginx, each with its own data folder. */
export async function startTwoServers({ databaseUrl, bucket, settings = {} }: Portal) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-two-'))
  const ports = [await freePort(), await freePort()] as const
  const environment = (name: string) => ({
    ...storesOf({ databaseUrl, bucket }),
    DATA_DIR: join(folder, name),
    PUBLIC_URL: 'https://portal.example',
    TRUST_PROXY: '127.0.0.1',
    STAFF_EMAIL_DOMAIN: 'staff.example',
    ...settings,
  })
  const started: { stop(): Promise<void> }[] = [{ stop: () => rm(folder, { recursive: true, force: true }) }]
  const stop = async () => {
    for (const each of started.toReversed()) await each.stop()
  }
  try {
    const servers = ports.map((port) =>
      serverOn(port, { ...environment(String(port)), PORT: String(port) }),
    ) as [Server, Server]
    started.push({ stop: async () => void (await Promise.all(servers.map((each) => each.end('SIGKILL')))) })
    await Promise.all(servers.map((each) => each.start()))
    const world = await buildWorld(readSettings(environment('command')), { log: SILENT, isServer: false })
    started.push({ stop: () => world.close() })
    const nginx = await startNginx(ports)
    started.push(nginx)
    const call = callerOf({ port: nginx.port, tls: nginx })
    return { folder, servers, nginx, world, call, addPerson: addPersonOf(world, call), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Settings that name a database and a bucket. */
function storesOf({ databaseUrl, bucket }: Stores): Environment {
  const { endpoint, region, prefix, credentials } = bucket
  const where = new URLSearchParams({ endpoint: endpoint ?? '', region: region ?? '' })
  return {
    DATABASE_URL: databaseUrl,
    BLOB_URL: `s3://${bucket.bucket}/${prefix}?${where.toString()}`,
    AWS_ACCESS_KEY_ID: credentials?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
  }
}

function serverOn(port: number, environment: Environment): Server {
  let running: PortalProcess | null = null
  return {
    call: callerOf({ port }),
    async start() {
      running = await startPortal(environment)
    },
    async end(signal) {
      await running?.end(signal)
      running = null
    },
    said: () => running?.said() ?? '',
  }
}

/** Adds an account and signs it in. */
const addPersonOf =
  (world: OpenedWorld, call: Caller) => async (person: { email: string; countyId?: number }) => {
    const { email, countyId } = person
    const access =
      countyId === undefined
        ? ({ role: 'administrator', countyIds: [] } as const)
        : ({ role: 'user', countyIds: [countyId] } as const)
    const account = { email, ...access, password: PASSWORD }
    await addAccount({ ...world, actor: COMMAND_LINE }, account)
    return { email, cookie: await signIn(call, { email, password: PASSWORD }) }
  }

/** @returns the cookie. @throws if the sign-in was refused. */
export async function signIn(
  call: Caller,
  { email, password = PASSWORD }: { email: string; password?: string },
) {
  const answer = await tryToSignIn(call, { email, password })
  const [line = ''] = answer.headers['set-cookie'] ?? []
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}.`)
  return line.split(';')[0] ?? ''
}

type Try = { email: string; password: string; from?: string }

/** `from` is the caller's own forwarded address. */
export const tryToSignIn = (call: Caller, { email, password, from }: Try) =>
  call({
    method: login.method,
    path: `/api${callPath(login)}`,
    headers: { 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
    body: JSON.stringify({ username: email, password }),
  })
