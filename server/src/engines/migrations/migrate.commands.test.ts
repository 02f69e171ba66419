import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { makeRelease0143, SINCE_RELEASE_0143 } from '../../testing/release-0143.ts'

const COMMAND_LINE = fileURLToPath(new URL('../../cli.ts', import.meta.url))
const OLDER =
  'The database is of an older release. Start the portal, or run `npm run -s portal -- migrate`.\n'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-migrate-command-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Ended = { code: number | string; printed: string; said: string }

/** Runs a command in its own process, on the test's database unless the environment names another. */
function portal(words: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND_LINE, ...words], { env }, (error, printed, said) => {
      resolve({ code: error?.code ?? 0, printed, said })
    })
  })
}

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT name FROM schema_migration ORDER BY name',
  )
  return rows.map(({ name }) => name)
}

test('C07 commands leave a database of an older release unchanged and name the remedy; migrate updates it', async () => {
  const all = await applied()
  await makeRelease0143(database.pool)
  const before = await applied()
  for (const words of [['county', 'list'], ['county', 'add', '--name', 'Reeves'], ['verify']]) {
    expect(await portal(words)).toEqual({ code: 1, printed: '', said: OLDER })
  }
  const plan = await portal(['migrate', '--plan'])
  const planned = plan.printed.replaceAll(', in steps outside a transaction', '')
  expect(planned).toBe(SINCE_RELEASE_0143.map((name) => `would be applied: ${name}\n`).join(''))
  expect(await applied()).toEqual(before)

  const migrated = await portal(['migrate', '--json'])
  expect(migrated).toMatchObject({ code: 0, said: '' })
  expect(JSON.parse(migrated.printed)).toEqual({ applied: SINCE_RELEASE_0143 })
  expect(await applied()).toEqual(all)
  expect(await portal(['migrate'])).toEqual({ code: 0, printed: 'The database is up to date.\n', said: '' })
  expect(await portal(['migrate', '--plan'])).toEqual({
    code: 0,
    printed: 'The database is up to date.\n',
    said: '',
  })
  expect((await portal(['county', 'list'])).code).toBe(0)
})

test('commands work with additions of a newer release, and are refused in one line if the schema needs a newer release', async () => {
  await database.pool.query(`INSERT INTO schema_migration (name, sha256) VALUES ('9000-more.sql', 'x')`)
  expect(await portal(['county', 'list'])).toMatchObject({ code: 0, said: '' })
  const plan = await portal(['migrate', '--plan'])
  expect(plan.printed).toBe('of a newer release, left as it is: 9000-more.sql\n')
  await database.pool.query('UPDATE schema_migration SET needs = 8999 WHERE name LIKE $1', ['9000%'])
  for (const words of [['county', 'list'], ['migrate']]) {
    expect(await portal(words)).toMatchObject({
      code: 1,
      printed: '',
      said: expect.stringMatching(
        /^The database is of a newer release: since migration 9000-more\.sql it needs release 8999 or newer, and this is \d{4}\. Start a newer release\.\n$/,
      ),
    })
  }
})

test('R1.106: a command, a plan and a migration name the release to start first, and leave the database', async () => {
  await database.pool.query(`DELETE FROM schema_migration WHERE name > '0122'`)
  const before = await applied()
  for (const words of [['county', 'list'], ['migrate', '--plan'], ['migrate'], ['migrate', '--json']]) {
    expect(await portal(words)).toEqual({
      code: 1,
      printed: '',
      said: 'The database is of release 0121, and this release works from release 0143 on. Start release 0143 first: it brings the database up to date. Then start this one.\n',
    })
  }
  expect(await applied()).toEqual(before)
})

test('R1.104: a plan for an empty database names the schema that it would get', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const plan = await portal(['migrate', '--plan'])
  expect(plan.printed).toMatch(
    /^would be made: the schema of release 0143\nwould be applied: 0144-baseline\.sql\n/,
  )
  expect(await database.pool.query("SELECT FROM pg_class WHERE relname = 'county'")).toMatchObject({
    rowCount: 0,
  })
})

test('a plan for a folder without a portal creates none', async () => {
  const plan = await portal(['migrate', '--plan'], { DATABASE_URL: '' })
  expect(plan).toMatchObject({ code: 1, said: expect.stringContaining('There is no portal in') })
  expect(await readdir(folder)).toEqual([])
})
