import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  endDatabaseProcesses,
  newFolder,
  postmasterOf,
  startDatabaseUser,
  useDatabaseOnce,
} from '../../../testing/database-processes.ts'
import { templateDatabase } from '../../../testing/database-to-copy.ts'
import { findBinaries } from './binaries.ts'
import { openEmbedded } from './launch.ts'
import { findRunner, type Runner } from './runner.ts'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const SILENT = { info() {}, warn() {}, error() {} }
const MADE = 'The database is made, which takes a second or two.'

/** Runs as a user other than root, even if the checkout is in a folder closed to others. */
async function asNobody(folder: string): Promise<Runner> {
  return findRunner(folder, (await findBinaries()).initdb)
}

/** Runs as a root to whom permissions apply, as in a container without capabilities. */
const asWeakRoot: Runner = (file, args) => ({
  file: 'setpriv',
  args: ['--bounding-set', '-dac_override,-dac_read_search', '--', file, ...args],
})

const databaseCopy = templateDatabase()

describe('one database, used in turn', () => {
  let dataDir: string
  let firstLines: readonly string[]

  beforeAll(async () => {
    dataDir = newFolder()
    firstLines = await useDatabaseOnce(dataDir)
  })
  afterAll(endDatabaseProcesses)

  test('the second start finds the data of the first; the last user stops it', async () => {
    expect(firstLines).toEqual([MADE, 'open', 'closed'])
    expect(await postmasterOf(dataDir)).toBe(0)
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
    expect(await postmasterOf(dataDir)).toBe(0)
  })

  test('V13.2.3 V13.3.2 only its owner may read it, and every role has its own password', () => {
    const home = join(dataDir, 'pg')
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(statSync(join(home, 'data')).mode & 0o777).toBe(0o700)
    for (const name of ['password', 'portal-password', 'app-password', 'log']) {
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o600)
    }
    const passwords = ['password', 'portal-password', 'app-password'].map((name) =>
      readFileSync(join(home, name), 'utf8'),
    )
    for (const password of passwords) expect(password).toHaveLength(32)
    expect(new Set(passwords).size).toBe(3)
  })

  test('V13.2.1 V13.2.2 the portal’s role owns nothing, is no superuser and needs its password; another owns the database', async () => {
    const { config, owner, close } = await openEmbedded(dataDir, { server: true, log: SILENT })
    const client = new Client(config)
    await client.connect()
    const { rows } = await client.query(
      `SELECT current_user AS who, rolsuper AS is_super, current_setting('data_checksums') AS checksums,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits
       FROM pg_roles WHERE rolname = current_user`,
    )
    await expect(client.query('CREATE TABLE taken ()')).rejects.toThrow('permission denied')
    await client.end()
    const migrator = new Client(owner)
    await migrator.connect()
    await migrator.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    const owners = await migrator.query(
      `SELECT rolname AS who, rolsuper AS is_super FROM pg_roles WHERE rolname = current_user
         AND oid = (SELECT datdba FROM pg_database WHERE datname = current_database())`,
    )
    await migrator.end()
    const stranger = new Client({ ...config, password: 'guess' })
    await expect(stranger.connect()).rejects.toThrow('password authentication failed')
    await close()
    expect(rows).toEqual([
      { who: 'portal_app', is_super: false, checksums: 'on', fsync: 'on', commits: 'on' },
    ])
    expect(owners.rows).toEqual([{ who: 'portal', is_super: false }])
  })

  test('a second server is refused in one line, and the first continues', async () => {
    const first = startDatabaseUser(dataDir, ['--server'])
    await first.says(/^open$/)
    expect(await useDatabaseOnce(dataDir, ['--server'])).toEqual([
      `refused Another portal already runs on ${dataDir} (portal server pid ${first.pid}). Stop it first, or take another DATA_DIR.`,
    ])
    expect(await postmasterOf(dataDir)).toBeGreaterThan(0)
    await first.end()
    expect(await postmasterOf(dataDir)).toBe(0)
  })

  test('a command next to the server joins it and leaves the database running', async () => {
    const server = startDatabaseUser(dataDir, ['--server'])
    await server.says(/^open$/)
    const postmaster = await postmasterOf(dataDir)
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
    expect(await postmasterOf(dataDir)).toBe(postmaster)
    await server.end()
    expect(server.lines.at(-1)).toBe('closed')
  })

  test('a server that joined a command keeps the database when the command leaves', async () => {
    const command = startDatabaseUser(dataDir)
    await command.says(/^open$/)
    const server = startDatabaseUser(dataDir, ['--server'])
    await server.says(/^open$/)
    await command.end()
    expect(await postmasterOf(dataDir)).toBeGreaterThan(0)
    await server.end()
    expect(server.lines).toEqual(['open', 'closed'])
    expect(await postmasterOf(dataDir)).toBe(0)
  })

  test('a start with less than 100 MB free is refused in one line', async () => {
    const start = openEmbedded(dataDir, { server: true, log: SILENT, freeBytes: () => 99_999_999 })
    await expect(start).rejects.toThrow(
      `Only 99 MB are free for DATA_DIR ${dataDir}; the database needs 100 MB to start.`,
    )
  })

  test('R1.113 a command that cannot join the database names a full disk at once', async () => {
    const server = startDatabaseUser(dataDir, ['--server'])
    await server.says(/^open$/)
    const file = join(dataDir, 'pg/password')
    const password = readFileSync(file)
    writeFileSync(file, 'x'.repeat(password.length))
    try {
      const command = openEmbedded(dataDir, { server: false, log: SILENT, freeBytes: () => 0 })
      await expect(command).rejects.toThrow(
        `Only 0 MB are free for DATA_DIR ${dataDir}; the database needs 100 MB to start.`,
      )
    } finally {
      writeFileSync(file, password)
      await server.end()
    }
  })

  test('a database of another major version is refused in one line', async () => {
    const file = join(dataDir, 'pg/data/PG_VERSION')
    writeFileSync(file, '15\n')
    const lines = await useDatabaseOnce(dataDir)
    writeFileSync(file, '18\n')
    expect(lines).toEqual([
      `refused ${dataDir}/pg/data was made by PostgreSQL 15, this release brings 18. Restore a backup into a new DATA_DIR, or install the release that brings 15.`,
    ])
  })

  test('many that come and go all get their turn', async () => {
    const visits = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const lines: string[] = []
        for (let visit = 0; visit < 2; visit++) lines.push(...(await useDatabaseOnce(dataDir)))
        return lines
      }),
    )
    expect(new Set(visits.flat())).toEqual(new Set(['open', 'closed']))
  })
})

describe('folders of all kinds', () => {
  afterEach(endDatabaseProcesses)

  test('three at the same time on an empty folder make one database, and all work', async () => {
    const dataDir = join(newFolder(), 'data')
    const all = await Promise.all(Array.from({ length: 3 }, () => useDatabaseOnce(dataDir)))
    for (const lines of all) expect(lines.filter((line) => line !== MADE)).toEqual(['open', 'closed'])
    expect(readdirSync(dataDir)).toEqual(['pg'])
    expect(await postmasterOf(dataDir)).toBe(0)
  })

  test('a path with spaces, quotes, $, umlauts and Chinese letters', async () => {
    const dataDir = join(newFolder(), `Größe "a" 'b' $HOME, 郡 档案`)
    expect(await useDatabaseOnce(dataDir)).toEqual([MADE, 'open', 'closed'])
    expect(await useDatabaseOnce(dataDir, ['--server'])).toEqual(['open', 'closed'])
  })

  test('a path too long for a socket uses a port of this machine only, behind a password', async () => {
    const folder = newFolder()
    const dataDir = join(folder, 'x'.repeat(198 - folder.length))
    mkdirSync(dataDir)
    databaseCopy(dataDir)
    expect(Buffer.byteLength(dataDir)).toBe(199)
    const { config, close } = await openEmbedded(dataDir, { server: true, log: SILENT })
    expect(config).toMatchObject({ host: '127.0.0.1' })
    const stranger = new Client({ ...config, password: 'guess' })
    await expect(stranger.connect()).rejects.toThrow('password authentication failed')
    const client = new Client(config)
    await client.connect()
    const { rows } = await client.query(`SELECT current_setting('listen_addresses') AS addresses`)
    await client.end()
    await close()
    expect(rows).toEqual([{ addresses: '127.0.0.1' }])
  })

  test('the leftover of an interrupted first start is moved away', async () => {
    const dataDir = databaseCopy()
    const gone = Number(execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
    mkdirSync(join(dataDir, `pg.new-${gone}-abcdef/data`), { recursive: true })
    await useDatabaseOnce(dataDir)
    expect(readdirSync(dataDir)).toEqual(['pg'])
  })

  test('a folder that cannot be made is refused in one line', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await useDatabaseOnce(join(file, 'data'))).toEqual([
      `refused DATA_DIR ${file}/data cannot be used: ENOTDIR: not a directory, mkdir '${file}/data'.`,
    ])
    expect(await useDatabaseOnce(file)).toEqual([
      `refused DATA_DIR ${file} is not a folder. Name a folder, or a new one.`,
    ])
  })

  test.runIf(process.platform === 'linux')(
    'a folder where none can be made is refused in one line',
    async () => {
      expect(await useDatabaseOnce('/proc/portal/data')).toEqual([
        `refused DATA_DIR /proc/portal/data cannot be used: ENOENT: no such file or directory, mkdir '/proc/portal'.`,
      ])
    },
  )

  test('a folder that is not a database is refused in one line', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'pg'))
    expect(await useDatabaseOnce(dataDir)).toEqual([
      `refused ${dataDir}/pg/data is not a database. Move it away, or take another DATA_DIR.`,
    ])
  })

  test('a read-only folder is refused in one line', async () => {
    const dataDir = newFolder()
    chmodSync(dataDir, 0o555)
    expect(await useDatabaseOnce(dataDir, [], isRoot ? { as: asWeakRoot } : {})).toEqual([
      `refused DATA_DIR ${dataDir} cannot be used: EACCES: permission denied, access '${dataDir}'.`,
    ])
  })
})

describe.runIf(isRoot)('started by root', () => {
  afterEach(endDatabaseProcesses)

  test('V13.2.2 it runs as nobody in a folder of root’s', async () => {
    const dataDir = newFolder()
    const server = startDatabaseUser(dataDir, ['--server'])
    await server.says(/^open$/)
    expect(statSync(`/proc/${await postmasterOf(dataDir)}`).uid).toBe(NOBODY)
    await server.end()
    expect(lstatSync(join(dataDir, 'pg')).uid).toBe(NOBODY)
  })

  test('also below a folder that is closed to others', async () => {
    const dataDir = join(newFolder({ mode: 0o700 }), 'data')
    const server = startDatabaseUser(dataDir, ['--server'])
    await server.says(/^open$/)
    expect(statSync(`/proc/${await postmasterOf(dataDir)}`).uid).toBe(NOBODY)
    await server.end()
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
  })

  test('below such a folder without setpriv it is refused in one line', async () => {
    const dataDir = join(newFolder({ mode: 0o700 }), 'data')
    const [made, line, ...more] = await useDatabaseOnce(dataDir, [], { path: '/nowhere' })
    expect(made).toBe(MADE)
    expect(line).toMatch(
      /^refused PostgreSQL does not run as root, and user 65534 cannot reach .* Move them out of the closed folder, run as an ordinary user, or set DATABASE_URL\.$/,
    )
    expect(more).toEqual([])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('in a user’s folder it runs as that user, and the two take turns', async () => {
    const dataDir = newFolder({ owner: NOBODY, mode: 0o700 })
    const as = await asNobody(dataDir)
    expect(await useDatabaseOnce(dataDir)).toEqual([MADE, 'open', 'closed'])
    expect(await useDatabaseOnce(dataDir, [], { as })).toEqual(['open', 'closed'])
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
    const server = startDatabaseUser(dataDir, ['--server'], { as })
    await server.says(/^open$/)
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
    await server.end()
  })

  test('a database that root copied back starts again', async () => {
    const dataDir = databaseCopy()
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'pg')])
    expect(await useDatabaseOnce(dataDir)).toEqual(['open', 'closed'])
  })

  test('a root to whom permissions apply is refused in one line', async () => {
    const dataDir = databaseCopy()
    expect(await useDatabaseOnce(dataDir, [], { as: asWeakRoot })).toEqual([
      expect.stringMatching(/^refused DATA_DIR .* cannot be used: EACCES: permission denied, .*\.$/),
    ])
  })

  test('another user’s database is refused in one line', async () => {
    const dataDir = databaseCopy(newFolder({ owner: NOBODY }))
    const as = await asNobody(dataDir)
    chownSync(join(dataDir, 'pg'), 1, 1)
    expect(await useDatabaseOnce(dataDir, [], { as })).toEqual([
      `refused ${dataDir}/pg belongs to user 1, you are user ${NOBODY}. Run as that user or as root, or take another DATA_DIR.`,
    ])
  })
})
