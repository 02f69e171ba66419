import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { callPath, type AddressParts } from '@portal/contract/call-path.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createCalendar } from '../../engines/clock/calendar.ts'
import type { ClockKeeper } from '../../engines/clock/clock-keeper.ts'
import { createHealthProbe } from '../../engines/http/health-probe.ts'
import { createWarningBoard } from '../../engines/warnings/warning-board.ts'
import { buildApp } from '../../app.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { addAccount } from '../../records/accounts/accounts.usecases.ts'
import type { Environment } from '../../engines/config/environment.ts'
import { readSettings } from '../../engines/config/settings.ts'
import { createJobs } from '../../engines/jobs/create-jobs.ts'
import type { World } from '../../records/context.ts'
import { createPasswordHasher, type HashCost } from '../../records/accounts/passwords/password-hash.ts'
import { addCounty } from '../../records/counties/counties.usecases.ts'
import { openOutboxFolder } from '../../engines/mail/outbox-folder.ts'
import type { RequestMeter } from '../../engines/metrics/metric-source.ts'
import { openClamd } from '../../engines/scanner/clamd.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { worldOn } from '../../world.ts'
import { testDatabase, type TestDatabaseOptions } from '../database.ts'
import { openTestStorage } from '../test-storage.ts'
import { requireListedErrors } from '../listed-errors.ts'
import { CLOCKS_AGREE, testClock, CLOCK_UNKNOWN } from '../test-clock.ts'

export type TestPerson = { accountId: number; email: string; password: string; cookie: string }
export type OpenPortal = Awaited<ReturnType<typeof openPortal>>

const PASSWORD = 'a long and quiet password'

/** The least work that argon2id allows. Most tests sign a person in, and few are about its cost. */
const CHEAP_HASHES: HashCost = { memory: 8, passes: 1, parallelism: 1 }

/** The parts of a request to a call that its contract leaves open. */
type TestCall = AddressParts & Pick<InjectOptions, 'payload' | 'headers' | 'remoteAddress'>

export type OpenOptions = TestDatabaseOptions & {
  environment?: Environment
  now?: string
  webRoot?: string
  storage?: Storage
  meterRequest?: RequestMeter | undefined
  clockKeeper?: ClockKeeper
  /** Whether passwords cost as much as in production. */
  hasRealHashes?: boolean
  documentGuards?: World['documentGuards']
  /** None by default, so that tests of other subjects read no texts. */
  documentSubscribers?: World['documentSubscribers']
  pageTexts?: World['pageTexts']
}

/** The real app on a real, empty database and disk, or S3, with a clock that the test sets. */
export async function openPortal({
  environment = {},
  now,
  webRoot,
  storage,
  meterRequest,
  clockKeeper = CLOCK_UNKNOWN,
  hasRealHashes = false,
  documentGuards,
  documentSubscribers = [],
  pageTexts,
  ...kind
}: OpenOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const settings = readSettings({ STAFF_EMAIL_DOMAIN: 'staff.example', ...environment, DATA_DIR: folder })
  const database = await testDatabase(kind)
  const clock = testClock(now)
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const parts = {
    clock,
    log: logger,
    database: database.database,
    storage: storage ?? (await openTestStorage(folder)),
  }
  const engines = {
    ...parts,
    settings,
    skew: CLOCKS_AGREE,
    clockKeeper,
    calendar: createCalendar(settings.timeZone),
    mail: openOutboxFolder(join(folder, 'outbox')),
    scanner: settings.clamd && openClamd(settings.clamd, { clock }),
    jobs: createJobs(),
    healthProbe: createHealthProbe(parts),
    warnings: createWarningBoard(clock),
  }
  const world = {
    ...worldOn(engines),
    ...(documentGuards && { documentGuards }),
    documentSubscribers,
    ...(pageTexts && { pageTexts }),
    ...(hasRealHashes ? {} : { passwordHasher: createPasswordHasher(CHEAP_HASHES) }),
  }
  const app = await buildApp(world, { logger, meterRequest, ...(webRoot === undefined ? {} : { webRoot }) })
  requireListedErrors(app)
  const context = { ...world, actor: COMMAND_LINE }

  const as = (person: TestPerson | null) => (request: InjectOptions) =>
    app.inject({ ...request, headers: { ...request.headers, ...(person ? { cookie: person.cookie } : {}) } })

  const signIn = async (email: string, password: string): Promise<string> => {
    const payload = { username: email, password }
    const answer = await app.inject({ method: login.method, url: `/api${callPath(login)}`, payload })
    const [cookie] = answer.cookies
    if (!cookie) throw new Error(`Signing in as ${email} answered ${answer.statusCode}: ${answer.body}`)
    return `${cookie.name}=${cookie.value}`
  }

  let unnamed = 0

  return {
    app,
    world,
    clock,
    folder,
    pool: database.pool,
    /** The log so far, one JSON line each. */
    log: lines,
    signIn,
    addCounty: (name: string, number: string | null = null) =>
      addCounty(context, { name, number, emailDomains: [], emailAddresses: [] }),
    async addPerson(person: {
      /** By default a new one. */
      email?: string
      role?: Role
      isAdmin?: boolean
      countyId?: number | null
      /** The first of several is the selected one. */
      countyIds?: readonly number[]
    }): Promise<TestPerson> {
      const email = person.email ?? `person${(unnamed += 1)}@county.example`
      const { userID } = await addAccount(context, {
        email,
        role: person.role ?? (person.isAdmin ? 'administrator' : 'user'),
        countyIds: person.countyIds ?? (person.countyId == null ? [] : [person.countyId]),
        password: PASSWORD,
      })
      return {
        accountId: userID,
        email,
        password: PASSWORD,
        cookie: await signIn(email, PASSWORD),
      }
    },
    /** The documents, in the order of their arrival. */
    documents: async () =>
      (
        await database.pool.query<{ id: number; file_name: string; uploaded_by: number; county_id: number }>(
          'SELECT id, file_name, uploaded_by, county_id FROM document ORDER BY id',
        )
      ).rows,
    /** Makes a call of the contract as that person, or without a session. */
    call: (person: TestPerson | null, endpoint: Endpoint, { params, query, ...more }: TestCall = {}) =>
      as(person)({ ...more, method: endpoint.method, url: `/api${callPath(endpoint, { params, query })}` }),
    /** Sends any request as that person, or without a session. */
    as,
    async close() {
      await app.close()
      world.stopPreviews()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
