import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { seedDocuments, seedPeople } from './records/documents/pages/documents.test-data.ts'
import { makeNextRelease, startRelease, THIS_RELEASE, type ReleaseServer } from './testing/releases.ts'
import { testPortal, type TestPerson, type TestPortal } from './testing/test-portal.ts'
import { peopleAtWork } from './testing/work-of-people.ts'

const DOCUMENTS = 3000
const PAGES = 'records/documents/pages/document-page.functions.sql'
const FIRST_VARIABLE = '  v_total integer := 0;'
const BOUND = { timeout: 120_000, interval: 20 }

/** Adds a column, an index of a table in use, the column's values in portions, and a function's new text. */
const NEXT = {
  migrations: {
    '9001-reviewed.sql': 'ALTER TABLE document ADD COLUMN reviewed text;',
    '9002-reviewed-known.sql': `-- outside a transaction
CREATE INDEX CONCURRENTLY document_reviewed ON document (reviewed, id);
-- repeat until no row is left
UPDATE document SET reviewed = 'no' WHERE id IN (SELECT id FROM document WHERE reviewed IS NULL ORDER BY id LIMIT 20);
`,
  },
  repeatables: {
    [PAGES]: (sql: string) =>
      sql.replace(FIRST_VARIABLE, `  -- As the next release has it.\n${FIRST_VARIABLE}`),
  },
}
/** Removes parts that releases before 9001 may use. */
const AFTER_NEXT = {
  migrations: { '9003-done.sql': '-- contract: needs 9001\nDROP INDEX document_reviewed;' },
  repeatables: {},
}

let portal: TestPortal
let person: TestPerson
let folder: string
let next: string
let afterNext: string
let servers: ReleaseServer[] = []

beforeAll(async () => {
  portal = await testPortal({ now: new Date().toISOString() })
  await seedPeople(portal.pool)
  await seedDocuments(portal.pool, { count: DOCUMENTS })
  person = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  folder = await mkdtemp(join(tmpdir(), 'portal-releases-'))
  next = join(folder, 'next')
  afterNext = join(folder, 'after-next')
  await makeNextRelease({ from: THIS_RELEASE, to: next }, NEXT)
  await makeNextRelease({ from: next, to: afterNext }, AFTER_NEXT)
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  servers = []
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

function start(release: string): ReleaseServer {
  const { connectionString } = portal.pool.options
  const server = startRelease(release, {
    DATABASE_URL: connectionString,
    DATABASE_PREPARE: portal.world.database.prepareNamed ? 'on' : 'off',
    DATA_DIR: portal.folder,
    RATE_LIMIT: 'off',
    STAFF_EMAIL_DOMAIN: 'staff.example',
  })
  servers.push(server)
  return server
}

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await portal.pool.query<{ value: unknown }>(`SELECT (SELECT ${expression}) AS value`)
  return rows[0]?.value
}

const hasNextFunction = () =>
  valueOf(`prosrc LIKE '%As the next release has it%' FROM pg_proc WHERE proname = 'document_page_ids'`)

/** Uses all these servers at the same time, and expects no failure. */
async function expectToServe(serving: readonly ReleaseServer[]): Promise<void> {
  const all = await Promise.all(serving.map(async (server) => peopleAtWork(await server.url(), person)))
  await vi.waitFor(() => expect(Math.min(...all.map(({ rounds }) => rounds()))).toBeGreaterThan(3), BOUND)
  await Promise.all(all.map((people) => people.stop()))
  expect(all.flatMap((people) => people.failures())).toEqual([])
}

test('C07 this release continues while the next one updates the database, is killed during that and starts again', async () => {
  const old = start(THIS_RELEASE)
  const people = peopleAtWork(await old.url(), person)
  await vi.waitFor(() => expect(people.rounds()).toBeGreaterThan(3), BOUND)

  const killed = start(next)
  await vi.waitFor(() => expect(killed.said()).toContain('9002-reviewed-known.sql (2 of 2)'), BOUND)
  await vi.waitFor(async () => expect(await valueOf('count(reviewed) > 0 FROM document')).toBe(true), BOUND)
  await killed.stop('SIGKILL')
  expect(await valueOf('count(*) > count(reviewed) FROM document')).toBe(true)

  const waiting = [start(next), start(next)]
  await Promise.all(waiting.map((server) => server.url()))
  expect(await valueOf(`count(*) FROM schema_migration WHERE name > '9'`)).toBe('2')
  expect(await valueOf(`indisvalid FROM pg_index WHERE indexrelid = 'document_reviewed'::regclass`)).toBe(
    true,
  )
  expect(await valueOf(`count(reviewed) >= ${DOCUMENTS} FROM document`)).toBe(true)
  expect(await hasNextFunction()).toBe(true)
  const done = people.rounds()
  await vi.waitFor(() => expect(people.rounds()).toBeGreaterThan(done + 3), BOUND)
  await people.stop()
  expect(people.failures()).toEqual([])
  console.log(
    `${people.rounds()} rounds meanwhile; the longest list took ${Math.round(people.longestList())} ms`,
  )
})

test('this release returns next to the newer one, says so, leaves its functions, and both serve', async () => {
  const old = start(THIS_RELEASE)
  await old.url()
  expect(await hasNextFunction()).toBe(true)
  const young = start(next)
  await expectToServe([old, young])
  expect(old.said()).toContain('The database is of a newer release, beside which this one can run.')
  expect(young.said()).not.toContain('newer release')
  expect(await hasNextFunction()).toBe(true)
})

test('once a release removed parts that this one uses, this one is refused in one line, and the one in between serves', async () => {
  await expectToServe([start(afterNext)])
  const refused = start(THIS_RELEASE)
  const release = (await valueOf(`max(left(name, 4)) FROM schema_migration WHERE name < '9'`)) as string
  await expect(refused.url()).rejects.toThrow(
    `The database is of a newer release: since migration 9003-done.sql it needs release 9001 or newer, and this is ${release}. Start a newer release.\n`,
  )
  await expectToServe([start(next), start(afterNext)])
})
