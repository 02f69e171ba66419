import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Environment } from '../engines/config/environment.ts'
import { readSettings } from '../engines/config/settings.ts'
import { COMMAND_LINE } from '../records/access/actor.ts'
import { addAccount } from '../records/accounts/accounts.usecases.ts'
import { addCounty } from '../records/counties/counties.usecases.ts'
import { buildWorld, type OpenedWorld } from '../world.ts'
import { mailFolder } from './mail-folder.ts'

const SERVER = fileURLToPath(new URL('mailbox-server.ts', import.meta.url))

export type MailboxServers = Awaited<ReturnType<typeof mailboxServers>>

/**
 * A mailbox for the county Loving with a clerk. Servers that are separate processes read it and are killed. `more` may
 * set another mailbox than a folder.
 */
export async function mailboxServers(more: Environment = {}) {
  const data = await mkdtemp(join(tmpdir(), 'portal-mail-kill-'))
  const mail = await mailFolder()
  const environment = { DATA_DIR: data, STAFF_EMAIL_DOMAIN: 'staff.example', ...mail.environment, ...more }

  async function inWorld<T>(work: (world: OpenedWorld) => Promise<T>): Promise<T> {
    const world = await buildWorld(readSettings(environment), {
      log: pino({ level: 'silent' }),
      isServer: true,
    })
    try {
      return await work(world)
    } finally {
      await world.close()
    }
  }
  await inWorld(addClerk)
  return {
    mail,
    inWorld,
    /** A server polls the mailbox during `work`, and is killed then. */
    async whileAServerLooks(work: () => Promise<unknown>): Promise<void> {
      const child = spawn(process.execPath, [SERVER], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = once(child, 'exit')
      await Promise.race([once(createInterface(child.stdout), 'line'), gone])
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
      try {
        await work()
      } finally {
        child.kill('SIGKILL')
        await gone
      }
    },
    async close(): Promise<void> {
      await rm(data, { recursive: true, force: true })
      await rm(mail.root, { recursive: true, force: true })
    },
  }
}

async function addClerk(world: OpenedWorld): Promise<void> {
  const context = { ...world, actor: COMMAND_LINE }
  const said = { name: 'Loving', number: null, emailDomains: [], emailAddresses: [] }
  const county = await addCounty(context, said)
  await addAccount(context, {
    email: 'clerk@loving.example',
    role: 'user',
    countyIds: [county.CountyID],
    password: 'a long and quiet password',
  })
}
