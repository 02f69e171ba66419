import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt, writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

// People of Loving can write to their own folder on the share, and nowhere else.

const { pdf } = SAMPLE_FILES

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
/** The folder of another county. The portal files nothing from it, because its settings name no account. */
let reeves: string
let othersCounty: number
/** A folder of the portal outside the share, such as its outbox or its documents. */
let outside: string
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
  othersCounty = (await portal.addCounty('Reeves')).CountyID
  reeves = join(portal.dropFolder.root, 'Reeves')
  await mkdir(reeves)
  await writeDropSettings(portal.dropFolder.root, 'Reeves', { account: 'nobody@reeves.example' })
  await writeFile(join(reeves, 'filing.pdf'), pdf)
  outside = await mkdtemp(join(tmpdir(), 'portal-outside-'))
  await writeFile(join(outside, 'reset.eml'), 'Subject: Your link\n\nhttps://portal.example/reset/secret')
})
afterEach(async () => {
  await portal.close()
  await rm(outside, { recursive: true, force: true })
})

const warnings = async () => (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings

async function looks(times: number): Promise<void> {
  for (let look = 1; look <= times; look++) await portal.dropFolder.look()
}

async function expectNothingTaken(): Promise<void> {
  expect(await portal.documents()).toEqual([])
  expect(await readdir(reeves)).toEqual(['filing.pdf'])
  expect(await readdir(outside)).toEqual(['reset.eml'])
}

const FOREIGN =
  'The folder .working of Loving in the drop folder has 1 entry that the portal did not make. The portal leaves it alone: remove it.'

test('R11.14 a link in place of a claim is not followed, whatever its target, and is reported', async () => {
  await mkdir(join(portal.dropFolder.folder, '.working'))
  for (const target of [reeves, outside]) {
    const place = join(portal.dropFolder.folder, '.working', randomUUID())
    await symlink(target, place)
    await looks(2)
    await expectNothingTaken()
    expect(await warnings()).toContain(FOREIGN)
    await rm(place)
  }
  await looks(1)
  expect(await warnings()).not.toContain(FOREIGN)
})

test('R11.14 a link in place of a claimed file is neither read nor moved', async () => {
  for (const target of [join(reeves, 'filing.pdf'), join(outside, 'reset.eml')]) {
    const id = randomUUID()
    await mkdir(join(portal.dropFolder.folder, '.working', id), { recursive: true })
    await symlink(target, join(portal.dropFolder.folder, '.working', id, 'mine.pdf'))
    await looks(2)
    await expectNothingTaken()
    expect(await portal.dropFolder.listed()).toEqual([`.working/${id}/mine.pdf`])
    expect(await warnings()).toContain(FOREIGN)
    await rm(join(portal.dropFolder.folder, '.working', id), { recursive: true })
  }
})

test('R11.14 a hard link to another person’s file is not filed, wherever it is, and is reported', async () => {
  const id = randomUUID()
  await mkdir(join(portal.dropFolder.folder, '.working', id), { recursive: true })
  await link(join(reeves, 'filing.pdf'), join(portal.dropFolder.folder, 'mine.pdf'))
  await link(join(outside, 'reset.eml'), join(portal.dropFolder.folder, '.working', id, 'reset.eml'))
  await looks(2)
  await expectNothingTaken()
  expect(await portal.dropFolder.listed()).toEqual([`.working/${id}/reset.eml`, 'mine.pdf'])
  expect(await warnings()).toEqual(
    expect.arrayContaining([
      FOREIGN,
      'The drop folder of Loving has 1 file with a second name on the disk (a hard link): only files with one name are taken.',
    ]),
  )
})

/** A claimed file that could not be stored, without a fault of its own. */
async function fileInHand(): Promise<string> {
  await portal.dropFolder.drop('mine.pdf', pdf)
  const away = { ...portal.world.storage, stage: () => Promise.reject(new Error('the disk is away')) }
  await lookerAt({ ...portal, world: { ...portal.world, storage: away } })()
  const [id] = await readdir(join(portal.dropFolder.folder, '.working'))
  return String(id)
}

test('R11.14 a claim that replaces another one files nothing for anyone else', async () => {
  const place = join(portal.dropFolder.folder, '.working', await fileInHand())
  await rm(place, { recursive: true })
  await symlink(reeves, place)
  await lookerAt(portal)()
  await lookerAt(portal)()
  await expectNothingTaken()
  expect(await warnings()).toContain(FOREIGN)
})

test('R11.14 a file that replaces a claimed file is not filed before it is dropped', async () => {
  const place = join(portal.dropFolder.folder, '.working', await fileInHand())
  await rm(join(place, 'mine.pdf'))
  await link(join(outside, 'reset.eml'), join(place, 'mine.pdf'))
  await lookerAt(portal)()
  await lookerAt(portal)()
  await expectNothingTaken()
  expect(await warnings()).toContain(FOREIGN)
})

test('R11.14 knowing the id of another county’s claim gives no access to it', async () => {
  const id = await fileInHand()
  await portal.addPerson({ email: 'clerk@reeves.example', countyId: othersCounty })
  await writeDropSettings(portal.dropFolder.root, 'Reeves', { account: 'clerk@reeves.example' })
  await rm(join(reeves, 'filing.pdf'))
  await mkdir(join(reeves, '.working', id), { recursive: true })
  await writeFile(join(reeves, '.working', id, 'mine.pdf'), pdf)
  const { rows: before } = await portal.pool.query('SELECT folder, county_id FROM drop_file')
  // Reeves is read first, and the claim is released only after half a minute.
  const elsewhere = {
    ...portal.world,
    settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' },
  }
  await lookerAt({ ...portal, world: elsewhere })()
  const { rows } = await portal.pool.query('SELECT folder, county_id FROM drop_file WHERE id = $1', [id])
  expect(rows).toEqual(before)
  await lookerAt(portal)()
  expect((await portal.documents()).map(({ county_id }) => county_id)).toContain(portal.counties.loving)
})

test('R11.14 a server killed while it put a file back leaves one file with two names, which continues as one', async () => {
  const known = await fileInHand()
  await link(
    join(portal.dropFolder.folder, '.working', known, 'mine.pdf'),
    join(portal.dropFolder.folder, 'mine.pdf'),
  )
  const unknown = randomUUID()
  await mkdir(join(portal.dropFolder.folder, '.working', unknown))
  await writeFile(join(portal.dropFolder.folder, 'other.pdf'), pdf)
  await link(
    join(portal.dropFolder.folder, 'other.pdf'),
    join(portal.dropFolder.folder, '.working', unknown, 'other.pdf'),
  )
  const look = lookerAt(portal)
  await look()
  await look()
  expect((await portal.documents()).map(({ file_name }) => file_name).toSorted()).toEqual([
    'mine.pdf',
    'other.pdf',
  ])
  expect(await readdir(join(portal.dropFolder.folder, '.working'))).toEqual([])
})

test('R11.14 a drop folder that everyone may write to is reported: its writers decide whose documents come there', async () => {
  const told = expect.stringContaining('Everybody on this machine may write to the drop folder itself')
  await portal.dropFolder.look()
  expect(await warnings()).not.toContainEqual(told)
  await chmod(portal.dropFolder.root, 0o777)
  await portal.dropFolder.look()
  expect(await warnings()).toContainEqual(told)
})

test('R11.4 settings that are not a short text are reported, and not read', async () => {
  await writeFile(join(portal.dropFolder.root, 'Loving.json'), ' '.repeat(70_000))
  await portal.dropFolder.drop('mine.pdf', pdf)
  await portal.dropFolder.look()
  await expectNothingTaken()
  expect(await warnings()).toContain('Loving.json of the drop folder is too long: it has a few lines.')
})
