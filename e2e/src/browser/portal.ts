import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalEnvironment, runCommand, type Settings, startPortal } from './portal-process.ts'

/** No real password, and not a common one. */
export const PASSWORD = 'copper ledger 1926'

export type County = { readonly CountyID: number; readonly Name: string }
export type Account = {
  readonly userID: number
  readonly email: string
  readonly isAdmin: boolean
  readonly countyID: number | null
}
export type NewUser = { email?: string; admin?: boolean }

/** A portal with its own database and documents, as the tests see it. */
export type Portal = {
  readonly url: string
  readonly dataDir: string
  /** Runs `portal WORDS --json` and returns the record it prints. */
  cli(words: readonly string[], input?: string): Promise<unknown>
  /** Adds a confirmed account with the password PASSWORD. Without an address it gets a unique one. */
  addUser(user?: NewUser): Promise<Account>
  /** The server's whole output, log lines included. */
  printed(): string
  /** Kills the server and starts it again at the same address. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a portal in a temporary folder. `settings` are environment variables that override the defaults of the tests.
 */
export async function openPortal(settings: Settings = {}): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const environment = portalEnvironment(dataDir, settings)
  const remove = () => rm(dataDir, { recursive: true, force: true })
  let server = await startPortal(environment).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  let made = 0
  const cli = (words: readonly string[], input?: string) => runCommand(environment, words, input)
  return {
    url: server.url,
    dataDir,
    cli,
    printed: () => server.printed(),
    async restart() {
      await server.kill()
      server = await startPortal({ ...environment, PORT: new URL(server.url).port })
    },
    async addUser({ email, admin = false } = {}) {
      const words = [
        'user',
        'add',
        '--email',
        email ?? `person${(made += 1)}@staff.example`,
        '--password-stdin',
      ]
      if (admin) words.push('--admin')
      return toAccount(await cli(words, PASSWORD))
    },
    async close() {
      await server.stop()
      await remove()
    },
  }
}

function toAccount(record: unknown): Account {
  const { userID, email, isAdmin, countyID } = fieldsOf(record)
  return {
    userID: Number(userID),
    email: String(email),
    isAdmin: isAdmin === true,
    countyID: typeof countyID === 'number' ? countyID : null,
  }
}

function fieldsOf(record: unknown): Record<string, unknown> {
  if (typeof record !== 'object' || record === null) throw new Error(`Not a record: ${String(record)}`)
  return { ...record }
}
