import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STILL_ON_ITS_WAY } from '@portal/contract/lookups.ts'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { COMMAND_LINE } from '../audit/record.ts'
import { addAccount } from '../auth/accounts.usecases.ts'
import { createCommonPasswords } from '../auth/common-passwords.ts'
import { readSettings, type Environment } from '../config/settings.ts'
import { createJobs } from '../jobs/create-jobs.ts'
import { addCounty } from '../counties/counties.usecases.ts'
import { createUploadSlots } from '../files/upload/upload-slots.ts'
import { oneTurnEach } from '../http/turns.ts'
import { createDictionaries } from '../lookups/dictionaries.ts'
import { createOrganizationLists } from '../lookups/organization-lists.ts'
import { createOrganizationSearch } from '../lookups/organization-search.ts'
import { openOutboxFolder } from '../mail/outbox-folder.ts'
import { createOwnerRolls } from '../owners/owner-rolls.ts'
import { openDiskStorage } from '../storage/disk/disk-storage.ts'
import type { World } from '../world.ts'
import { testDatabase } from './database.ts'
import { testClock } from './test-clock.ts'

export type TestPerson = { accountId: number; email: string; password: string; cookie: string }
export type TestPortal = Awaited<ReturnType<typeof testPortal>>

const PASSWORD = 'a long and quiet password'

type Options = { environment?: Environment; timeZone?: string; now?: string; webRoot?: string }

/** The real app on a real database and disk, on a clock that the test sets. */
export async function testPortal({ environment = {}, timeZone, now, webRoot }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const settings = readSettings({ STAFF_EMAIL_DOMAIN: 'staff.example', ...environment, DATA_DIR: folder })
  const database = await testDatabase(timeZone === undefined ? {} : { timeZone })
  const clock = testClock(now)
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const world: World = {
    settings,
    clock,
    log: logger,
    database: database.database,
    dictionaries: createDictionaries(database.pool),
    organizationSearch: createOrganizationSearch(),
    commonPasswords: createCommonPasswords(),
    organizationLists: createOrganizationLists(),
    listTurns: oneTurnEach(STILL_ON_ITS_WAY),
    ownerRolls: createOwnerRolls(),
    uploadSlots: createUploadSlots(),
    storage: await openDiskStorage(join(folder, 'documents')),
    mail: openOutboxFolder(join(folder, 'outbox')),
    jobs: createJobs({ clock }),
  }
  const app = await buildApp(world, { logger, ...(webRoot === undefined ? {} : { webRoot }) })
  const context = { ...world, actor: COMMAND_LINE }

  const signIn = async (email: string, password: string): Promise<string> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: email, password },
    })
    const [cookie] = answer.cookies
    if (!cookie) throw new Error(`Signing in as ${email} answered ${answer.statusCode}: ${answer.body}`)
    return `${cookie.name}=${cookie.value}`
  }

  return {
    app,
    world,
    clock,
    folder,
    pool: database.pool,
    /** Everything logged so far, a JSON line each. */
    log: lines,
    signIn,
    addCounty: (name: string) =>
      addCounty(context, { name, number: null, emailDomains: [], emailAddresses: [] }),
    async addPerson(person: {
      email: string
      isAdmin?: boolean
      countyId?: number | null
    }): Promise<TestPerson> {
      const { userID } = await addAccount(context, {
        email: person.email,
        isAdmin: person.isAdmin ?? false,
        countyId: person.countyId ?? null,
        password: PASSWORD,
      })
      return {
        accountId: userID,
        email: person.email,
        password: PASSWORD,
        cookie: await signIn(person.email, PASSWORD),
      }
    },
    /** Calls as that person, or as nobody. */
    as: (person: TestPerson | null) => (call: InjectOptions) =>
      app.inject({ ...call, headers: { ...call.headers, ...(person ? { cookie: person.cookie } : {}) } }),
    async close() {
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
