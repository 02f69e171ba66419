import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { reasonIn, runProgram } from '../../engines/database/embedded/run-program.ts'
import { findRunner } from '../../engines/database/embedded/runner.ts'
import type { PostgresVersion } from '../test-cluster.ts'
import { startDaemon, type Daemon } from './daemon.ts'
import { engineFolder } from './engine-folder.ts'
import { runAsEngine } from './run-as-engine.ts'

const STANDBY = 'standby'
type Settings = Readonly<Record<string, string>>

const PASSWORD = 'a quiet secret of nobody'
/** The portal's database and its owner. */
const PORTAL = 'portal'

/** The settings of docs/running.md for a primary whose acknowledged uploads must survive its loss. */
const SYNCHRONOUS = { synchronous_standby_names: STANDBY, synchronous_commit: 'on' }

type Member = { readonly daemon: Daemon; readonly port: number; readonly admin: string }

export type ReplicatedPostgres = {
  /** The address of each of them. */
  readonly primary: { readonly host: string; readonly port: number; readonly database: string }
  readonly standby: { readonly host: string; readonly port: number; readonly database: string }
  /** The URL of the owner, at the host and port of `through`. */
  urlBy(through: string): string
  /** Connects to the primary as its superuser. */
  askPrimary(): Promise<Client>
  /** Kills every process of the primary, like the loss of its machine. */
  killPrimary(): void
  killStandby(): void
  /** Starts it again after a kill. */
  startStandby(): Promise<void>
  /** Makes the standby a primary that waits for no other standby. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL of this version and a standby that streams from it, with an empty database for the portal. */
export async function startReplicatedPostgres(version: PostgresVersion): Promise<ReplicatedPostgres> {
  const { initdb, postgres } = version.programs
  const folder = engineFolder()
  const run = await findRunner(folder, initdb)
  const members: Member[] = []
  const stop = async () => {
    for (const { daemon } of members.toReversed()) {
      await daemon.stop('SIGINT')
    }
    await rm(folder, { recursive: true, force: true })
  }
  const start = async (name: string, port: number, settings: Settings): Promise<Member> => {
    const admin = `postgres://postgres@127.0.0.1:${port}/postgres`
    const all = {
      ...version.settings,
      ...settings,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    }
    const options = Object.entries(all).map(([key, value]) => `--${key}=${value}`)
    const { file, args, user } = run(postgres, ['-D', join(folder, name), ...options])
    // Without a user, the command itself ensures that PostgreSQL is not root.
    const daemon = startDaemon({ name, file, args, folder, isRoot: user === undefined })
    const member = { daemon, port, admin }
    members.push(member)
    await daemon.until(async () => (await connected(admin)).end())
    return member
  }
  try {
    const data = join(folder, 'primary')
    const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...version.locale]
    const made = await runProgram(run(initdb, words))
    if (made.code !== 0) throw new Error(`initdb ended with ${made.code}: ${reasonIn(made.output)}`)
    // Not pg_basebackup, which npm does not include and which copies from no newer version.
    await runAsEngine('cp', ['-a', data, join(folder, STANDBY)])
    await runAsEngine('touch', [join(folder, STANDBY, 'standby.signal')])
    const [port, standbyPort] = [await freePort(), await freePort()]
    const primary = await start('primary', port, { ...SYNCHRONOUS, wal_keep_size: '256MB' })
    const conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=${STANDBY}`
    const startStandby = () =>
      start(STANDBY, standbyPort, { primary_conninfo: conninfo, wal_receiver_status_interval: '1' })
    const standby = await startStandby()
    await primary.daemon.until(() => inStep(primary))
    await makeDatabase(primary)
    return withMembers({ primary, standby, startStandby, folder, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

type Running = {
  primary: Member
  standby: Member
  startStandby: () => Promise<Member>
  folder: string
  stop: () => Promise<void>
}

const addressOf = ({ port }: Member) => ({ host: '127.0.0.1', port, database: PORTAL })

function withMembers({ primary, standby, startStandby, folder, stop }: Running): ReplicatedPostgres {
  const kill = (name: string) => {
    for (const pid of processesOf(join(folder, `${name}.pid`))) process.kill(pid, 'SIGKILL')
  }
  return {
    primary: addressOf(primary),
    standby: addressOf(standby),
    urlBy(through) {
      const { host } = new URL(through)
      return `postgres://${PORTAL}:${encodeURIComponent(PASSWORD)}@${host}/${PORTAL}`
    },
    askPrimary: () => connected(primary.admin.replace(/\w+$/, PORTAL)),
    killPrimary: () => kill('primary'),
    killStandby: () => kill(STANDBY),
    startStandby: async () => void (await startStandby()),
    async promote() {
      const client = await connected(standby.admin)
      await client.query('SELECT pg_promote()')
      await client.end()
    },
    stop,
  }
}

/** @throws until the standby has all data of the primary, so that each commit waits for it. */
async function inStep({ admin }: Member): Promise<void> {
  const client = await connected(admin)
  const { rows } = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)
  await client.end()
  if (rows.length === 0) throw new Error('The standby does not follow yet.')
}

async function makeDatabase({ admin }: Member): Promise<void> {
  const client = await connected(admin)
  await client.query(`CREATE ROLE ${PORTAL} LOGIN PASSWORD '${PASSWORD}'`)
  await client.query(`CREATE DATABASE ${PORTAL} OWNER ${PORTAL} TEMPLATE template0 ENCODING 'UTF8'`)
  await client.end()
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The process whose id is in that file, and its children. */
function processesOf(file: string): number[] {
  const pid = readFileSync(file, 'utf8').trim()
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(' ')].filter((each) => each !== '').map(Number)
}
