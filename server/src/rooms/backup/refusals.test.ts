import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FOLDERS } from '../../engines/backup/folder-place.ts'
import { UnusablePlace } from '../../engines/backup/place.ts'
import { CommandError } from '../../engines/commands/command.ts'
import { restoreTarget, BACKUP_COMMANDS, type RestoreTarget } from '../../testing/restore-target.ts'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { changeAsSuperuser } from '../../testing/change-as-superuser.ts'
import { flipBit } from '../../testing/flip-bit.ts'
import { forgeList } from '../../testing/forged-backup.ts'
import { listFilesAndFolders } from '../../testing/list-files.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
let folder: string
let bare: RestoreTarget
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
  folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  bare = await restoreTarget()
  await bin.store()
  await bin.storeInBin()
  await backUp('sound')
})
afterAll(async () => {
  await portal.close()
  await bare.remove()
  await rm(folder, { recursive: true, force: true })
})

const inFolder = (name: string) => join(folder, name)
const run = (...words: string[]) => runCommand(portal.world, BACKUP_COMMANDS, { words })
const backUp = (name: string, ...more: string[]) => run('backup', inFolder(name), ...more)
const check = (name: string) => run('backup', inFolder(name), '--check')

const bytesOfPack = async (name: string) =>
  (await readFile(join(inFolder(name), 'objects/00001.pack'))).length

/** Copies a backup, to be damaged. */
async function copyOf(name: string, copy: string): Promise<string> {
  await cp(inFolder(name), inFolder(copy), { recursive: true })
  return copy
}

const PACK = 'objects/00001.pack'
const FILES = [
  'manifest.json',
  'tables/document.tsv.zst',
  'tables/account.tsv.zst',
  'objects/list.tsv.zst',
  'objects/places.tsv.zst',
  PACK,
]

describe('a backup with one changed bit is refused', () => {
  test.each(FILES)('%s', async (file) => {
    // Two bits of the pack, one per object: the check reads everything before them.
    for (const at of file === PACK ? [0, 0.99] : [0, 0.3, 0.6, 0.99]) {
      const copy = await copyOf('sound', `bit of ${file.replaceAll('/', ' ')} ${at}`)
      await flipBit(join(inFolder(copy), file), at)
      await expect(check(copy)).rejects.toThrow(/is damaged|no whole backup|has format/)
    }
  })
})

test.each(FILES)('check and restore refuse a backup whose %s is truncated or missing', async (file) => {
  const cut = await copyOf('sound', `cut ${file.replaceAll('/', ' ')}`)
  const path = join(inFolder(cut), file)
  await truncate(path, (await readFile(path)).length - 1)
  await expect(check(cut)).rejects.toThrow(/is damaged/)
  await rm(path)
  const gone = new RegExp(`lacks ${file}|it has no manifest.json`)
  await expect(check(cut)).rejects.toThrow(gone)
  await expect(bare.restore(inFolder(cut))).rejects.toThrow(gone)
})

const firstCell = (lines: readonly string[], cell: number, value: string) =>
  lines.map((line, at) => (at === 0 ? line.split('\t').with(cell, value).join('\t') : line))

describe('a backup with forged lists is refused before any byte is written', () => {
  test.each([
    ['a size beyond all packs', 'list', (lines: readonly string[]) => firstCell(lines, 1, '999999999999')],
    ['a size of more digits than any has', 'list', (lines: readonly string[]) => firstCell(lines, 1, '1e15')],
    ['another size', 'list', (lines: readonly string[]) => firstCell(lines, 1, '1')],
    [
      'a key that leads elsewhere',
      'list',
      (lines: readonly string[]) => firstCell(lines, 0, 'aa/../../../x'),
    ],
    ['a place beyond its pack', 'places', (lines: readonly string[]) => firstCell(lines, 2, '888888888888')],
    ['a pack that is not there', 'places', (lines: readonly string[]) => firstCell(lines, 1, '7')],
    ['an earlier backup that is not named', 'places', (lines: readonly string[]) => firstCell(lines, 0, '3')],
    ['an object without bytes', 'places', (lines: readonly string[]) => ['-', ...lines.slice(1)]],
    ['an object less', 'places', (lines: readonly string[]) => lines.slice(1)],
  ] as const)('%s', async (what, list, change) => {
    const forged = await copyOf('sound', `forged ${what}`)
    await forgeList(inFolder(forged), list, change)
    await expect(bare.restore(inFolder(forged))).rejects.toThrow(
      /is damaged: its lists|is damaged: it has other/,
    )
    const there = await listFilesAndFolders(join(bare.folder, 'documents/kept'))
    expect(there.filter(({ isFolder }) => !isFolder)).toEqual([])
    // It has no mark of an unfinished restore.
    expect(await bare.open(async () => 'as it was')).toBe('as it was')
  })
})

test('the check calls a sound backup sound', async () => {
  const { json, printed } = await check('sound')
  expect(json).toMatchObject({ ok: true, documents: 2 })
  expect(printed[0]).toMatch(/2 stored files of .* is as it was written\.$/)
})

test('no path leads to a backup inside the portal’s own data', async () => {
  const link = inFolder('link')
  await symlink(portal.folder, link)
  for (const name of [join(portal.folder, 'backups/monday'), join(link, 'monday')]) {
    await expect(run('backup', name)).rejects.toThrow(
      `${name} lies in the portal's own data. A backup belongs on another disk, or in another bucket.`,
    )
  }
})

test('a backup in a bucket does not build on one in a folder, and a wrong address is reported', async () => {
  await expect(run('backup', 's3://bucket/x', '--since', inFolder('sound'))).rejects.toThrow(
    'A backup that adds to an earlier one lies beside it: both in folders, or both in one bucket.',
  )
  await expect(run('backup', 's3://')).rejects.toThrow(
    'The place of a backup must be an address such as s3://',
  )
})

test('a folder with content is not written to', async () => {
  await expect(backUp('sound')).rejects.toThrow(/sound is not empty\. A backup needs a new folder\.$/)
})

describe('a name that a backup could not get at the end is refused before the work', () => {
  test.each([
    [
      'a folder',
      async (link: string) => {
        await mkdir(`${link}-there`)
        await symlink(`${link}-there`, link)
      },
    ],
    ['nothing', (link: string) => symlink(`${link}-nowhere`, link)],
  ])('R1.69 if it is a link to %s', async (to, make) => {
    const link = inFolder(`link to ${to}`)
    await make(link)
    const before = await readdir(folder)
    await expect(run('backup', link)).rejects.toThrow(
      new CommandError(`${link} is a link. Name the folder to which it leads.`),
    )
    expect(await readdir(folder)).toEqual(before)
  })

  test('R1.69 below a file', async () => {
    const name = inFolder('sound/manifest.json/monday')
    await expect(run('backup', name)).rejects.toThrow(
      new CommandError(
        `${name} cannot be made: a file has the name of a folder on the way. Name another folder.`,
      ),
    )
  })

  test('R1.69 of two at the same time one succeeds and the other is refused', async () => {
    const name = inFolder('twice')
    const [one, other] = await Promise.allSettled([run('backup', name), run('backup', name)])
    const refused = [one, other].filter(({ status }) => status === 'rejected')
    expect(refused).toEqual([
      {
        status: 'rejected',
        reason: new CommandError(
          `Another backup into ${name} runs, or broke off in the last ten minutes. Wait for its end, or name another folder.`,
        ),
      },
    ])
    expect((await check('twice')).json).toMatchObject({ ok: true })
  })
})

test('R1.69 if the name is taken meanwhile there is no backup, and one line says so', async () => {
  const name = inFolder('taken')
  const place = await FOLDERS.make(name)
  await mkdir(join(name, 'of somebody else'), { recursive: true })
  await expect(place.finish()).rejects.toThrow(
    new UnusablePlace(
      `Something else took the name ${name} meanwhile, so there is no backup. Name another folder.`,
    ),
  )
  await place.discard()
  expect(await readdir(name)).toEqual(['of somebody else'])
})

// The database may find the damage before the hash of the file is complete.
test.each([0.2, 0.5])(
  'R1.70 a table with a changed bit at %d of its file restores no row, in one line',
  async (at) => {
    const damaged = await copyOf('sound', `table ${at}`)
    await flipBit(join(inFolder(damaged), 'tables/document.tsv.zst'), at)
    const error = await bare.restore(inFolder(damaged)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CommandError)
    expect(String(error)).toMatch(/is damaged: tables\/document\.tsv\.zst [^\n]*\.$/)
  },
)

test('nothing is restored into a running portal', async () => {
  const other = new Client({
    connectionString: bare.environment['DATABASE_URL'],
    application_name: 'portal 1 elsewhere',
  })
  await other.connect()
  try {
    await expect(bare.restore(inFolder('sound'))).rejects.toThrow(
      'This portal is in use: its database has 1 open connection of servers or commands. Stop them first.',
    )
  } finally {
    await other.end()
  }
})

describe('nothing is restored into a portal that is not empty', () => {
  test('because of rows in its database', async () => {
    const used = await restoreTarget()
    try {
      await used.open(({ database }) =>
        database.pool.query(`INSERT INTO county (name, created_at) VALUES ('Midland', now())`),
      )
      await expect(used.restore(inFolder('sound'))).rejects.toThrow(
        'This portal is not empty: its table county has rows. Restore into a new DATA_DIR or database.',
      )
    } finally {
      await used.remove()
    }
  })

  test('because of bytes in its store', async () => {
    const used = await restoreTarget()
    try {
      const key = 'aa000000-0000-4000-8000-000000000000'
      await used.open(({ storage }) =>
        storage.stage(key, pieces('x'), { largest: 1 }).then(() => storage.keep(key)),
      )
      await expect(used.restore(inFolder('sound'))).rejects.toThrow(
        'This portal is not empty: its store has documents that this restore did not put there. Restore into a new DATA_DIR.',
      )
    } finally {
      await used.remove()
    }
  })
})

test('a failed restore leaves no portal, and can be repeated from the start', async () => {
  const target = await restoreTarget()
  const spoiled = await copyOf('sound', 'spoiled')
  await flipBit(join(inFolder(spoiled), 'objects/00001.pack'), 0.9)
  await backUpOrphaned('orphaned')
  try {
    await expect(target.restore(inFolder(spoiled))).rejects.toThrow(/is damaged: objects\/00001\.pack/)
    await expect(target.open(async () => {})).rejects.toThrow(
      'A restore into this portal did not finish, so it is none yet. Run the same command again: npm run -s portal -- restore DIR',
    )
    // A row without its parent is reported in one line.
    await expect(target.restore(inFolder('orphaned'))).rejects.toThrow(
      new CommandError(
        `The backup ${inFolder('orphaned')} cannot be restored, now or later: a row of credential names what is not there (credential_account_id_fkey: Key (account_id)=(88888) is not present in table "account".). Restore an earlier one, or mend the portal of which it is: \`verify --database\` names such rows there; then back it up anew.`,
      ),
    )
    expect((await target.restore(inFolder('sound'))).json).toMatchObject({ documents: 2 })
    expect(await target.open(async () => 'a portal')).toBe('a portal')
  } finally {
    await target.remove()
  }
})

/** Backs up a portal with a password that belongs to no account. */
async function backUpOrphaned(name: string): Promise<void> {
  const naming = (owner: string) =>
    changeAsSuperuser(portal.pool, `UPDATE credential SET account_id = ${owner}`)
  const { rows } = await portal.pool.query<{ id: number }>('SELECT account_id AS id FROM credential LIMIT 1')
  const id = rows[0]?.id ?? 0
  await portal.pool.query('DELETE FROM credential WHERE account_id <> $1', [id])
  await naming('88888')
  await backUp(name)
  await naming(String(id))
}

describe('an incremental backup', () => {
  beforeAll(async () => {
    await backUp('monday')
    await bin.store()
    await backUp('tuesday', '--since', inFolder('monday'))
    await bin.store()
    await backUp('wednesday', '--since', inFolder('tuesday'))
  })

  test('has the new bytes, and refers to the others', async () => {
    expect(await bytesOfPack('tuesday')).toBe((await bytesOfPack('monday')) / 2)
    expect(await bytesOfPack('wednesday')).toBe(await bytesOfPack('tuesday'))
    expect((await check('wednesday')).json).toMatchObject({ ok: true, documents: 4 })
  })

  test('is restored completely', async () => {
    const target = await restoreTarget()
    try {
      expect((await target.restore(inFolder('wednesday'))).json).toMatchObject({ documents: 4, lacking: 0 })
    } finally {
      await target.remove()
    }
  })

  test('without new bytes has no pack', async () => {
    const { json } = await backUp('still wednesday', '--since', inFolder('wednesday'))
    expect(json).toMatchObject({ documents: 4, ownBytes: 0, isWhole: false })
    expect((await check('still wednesday')).json).toMatchObject({ ok: true })
  })

  test('is refused in one line that names the missing or wrong folder', async () => {
    await rename(inFolder('tuesday'), inFolder('elsewhere'))
    const line = `The backup ${inFolder('wednesday')} holds only what is newer than ${inFolder('tuesday')}, which is not there as it was. Put that folder back, or take another backup.`
    await expect(check('wednesday')).rejects.toThrow(line)
    await cp(inFolder('monday'), inFolder('tuesday'), { recursive: true })
    await expect(check('wednesday')).rejects.toThrow(line)
    await rm(inFolder('tuesday'), { recursive: true })
    await rename(inFolder('elsewhere'), inFolder('tuesday'))
  })

  test('detects a changed bit in the earlier backup', async () => {
    const pack = join(inFolder('tuesday'), 'objects/00001.pack')
    await copyFile(pack, inFolder('kept.pack'))
    await flipBit(pack, 0.5)
    await expect(check('wednesday')).rejects.toThrow(/tuesday is damaged: objects\/00001\.pack/)
    await copyFile(inFolder('kept.pack'), pack)
  })
})

async function* pieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
