import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readSettings } from '../engines/config/settings.ts'
import { COMMAND_LINE } from '../records/access/actor.ts'
import { addAccount } from '../records/accounts/accounts.usecases.ts'
import { buildWorld, type OpenedWorld } from '../world.ts'

/** Without jobs, or with them. */
const PROGRAMS = { 'without jobs': 'upload-server.ts', 'with jobs': 'jobs-server.ts' } as const
const PASSWORD = 'a long and quiet password'
const EMAIL = 'admin@firm.example'

export type RunningServer = { readonly child: ChildProcess; readonly port: number }
export type KillableServer = Awaited<ReturnType<typeof killableServer>>

/** A portal on its own folder with its embedded database. A test starts and kills it. An administrator is signed in. */
export async function killableServer(program: keyof typeof PROGRAMS = 'without jobs') {
  const path = fileURLToPath(new URL(PROGRAMS[program], import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'portal-kill-'))
  const environment = { DATA_DIR: folder, RATE_LIMIT: 'off', STAFF_EMAIL_DOMAIN: 'staff.example' }

  /** Opens the portal's world while no server runs. */
  async function inWorld<T>(work: (world: OpenedWorld) => Promise<T>): Promise<T> {
    const log = pino({ level: 'silent' })
    const world = await buildWorld(readSettings(environment), { log, isServer: true })
    try {
      return await work(world)
    } finally {
      await world.close()
    }
  }

  return {
    folder,
    cookie: await inWorld(signIn),
    inWorld,
    async start(): Promise<RunningServer> {
      const child = spawn(process.execPath, [path], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`The server ended with ${String(code)} before it was killed.`)
      })
      const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
      ended.catch(() => undefined)
      return { child, port: Number(line) }
    },
    async kill({ child }: RunningServer, { withDatabase = false } = {}): Promise<void> {
      const gone = once(child, 'exit')
      if (withDatabase) {
        const [pid] = (await readFile(join(folder, 'pg/data/postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
      }
      child.kill('SIGKILL')
      await gone
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function signIn(world: OpenedWorld): Promise<string> {
  const person = { email: EMAIL, role: 'administrator', countyIds: [], password: PASSWORD } as const
  await addAccount({ ...world, actor: COMMAND_LINE }, person)
  const app = await buildApp(world, { logger: pino({ level: 'silent' }) })
  const payload = { username: EMAIL, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
  await app.close()
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
