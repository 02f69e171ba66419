import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { startDaemon } from './daemon.ts'
import { engineFolder } from './engine-folder.ts'
import { requireProgram } from './packages.ts'

/** Connections to PostgreSQL for each database: fewer than the clients, so that they take turns. */
const SERVER_CONNECTIONS = 5

/** A PostgreSQL by its address or the folder of its socket, and its database; `*` for all. */
export type Behind = { readonly host: string; readonly port: number; readonly database: string }

export type Pooler = {
  readonly url: string
  /** Sends all clients to another PostgreSQL from now on. */
  switchTo(behind: Behind): void
  stop(): Promise<void>
}

/** A pgbouncer in transaction mode in front of a PostgreSQL. Its roles sign in by SCRAM. */
export async function startPgbouncer(behind: Behind): Promise<Pooler> {
  const program = requireProgram('/usr/sbin/pgbouncer')
  const folder = engineFolder()
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n')
  const configure = (to: Behind) =>
    writeFileSync(join(folder, 'pgbouncer.ini'), configuration({ folder, port, behind: to }))
  configure(behind)
  const daemon = startDaemon({ name: 'pgbouncer', file: program, args: ['-q', 'pgbouncer.ini'], folder })
  const stop = async () => {
    await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await daemon.until(() => connectOnce(`postgres://postgres@127.0.0.1:${port}/postgres`))
    const switchTo = (next: Behind) => {
      configure(next)
      // It reads its configuration again.
      daemon.kill('SIGHUP')
    }
    return { url: `postgres://127.0.0.1:${port}/`, switchTo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function configuration(where: { folder: string; port: number; behind: Behind }): string {
  const { host, port, database } = where.behind
  // Strict about the startup parameters of clients: ignore_startup_parameters is empty.
  return `[databases]
${database} = host=${host} port=${port} auth_user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${where.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(where.folder, 'users.txt')}
auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 2000
server_idle_timeout = 5
server_login_retry = 1
query_wait_timeout = 100
`
}

/** The password of the only user in the file is unknown, so a request for it shows that pgbouncer responds. */
async function connectOnce(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, password: 'none' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (error instanceof Error && /auth|password|SASL/i.test(error.message)) return
    throw error
  }
  await client.end()
}
