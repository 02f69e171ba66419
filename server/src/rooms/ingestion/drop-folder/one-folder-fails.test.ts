import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt, writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { SETTLE_MS } from './watched-folder.ts'
import { createDropFolder } from './drop-folder.ts'

const { pdf } = SAMPLE_FILES
const NEVER = new AbortController().signal

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

async function addFolder(name: string): Promise<string> {
  const county = await portal.addCounty(name)
  const email = `clerk@${county.CountyID}.example`
  await portal.addPerson({ email, countyId: county.CountyID })
  await writeDropSettings(portal.dropFolder.root, String(county.CountyID), { account: email })
  const folder = join(portal.dropFolder.root, String(county.CountyID))
  await mkdir(folder)
  return folder
}

const warnings = async () => (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings
const namesTaken = async () => (await portal.documents()).map(({ file_name }) => file_name).toSorted()
const rowsInHand = async () =>
  (await portal.pool.query('SELECT file_name FROM drop_file WHERE put_away_at IS NULL')).rows

test('a county’s folder that the portal may not write to delays no other county, is reported, and leaves no claim', async () => {
  const [barred, other] = [await addFolder('Andrews'), await addFolder('Winkler')]
  // A place where no folder can be created, as on a read-only share.
  await writeFile(join(barred, '.working'), '')
  await writeFile(join(barred, 'barred.pdf'), pdf)
  await writeFile(join(other, 'other.pdf'), pdf)
  await portal.dropFolder.drop('own.pdf', pdf)
  const look = lookerAt(portal)
  await look()
  await look()
  expect(await namesTaken()).toEqual(['other.pdf', 'own.pdf'])
  expect(await rowsInHand()).toEqual([])
  expect(await warnings()).toContain(
    'Nothing is taken from the drop folder of Andrews: .working in it is not a folder.',
  )
  await rm(join(barred, '.working'))
  await look()
  expect(await namesTaken()).toEqual(['barred.pdf', 'other.pdf', 'own.pdf'])
  expect((await warnings()).filter((line) => line.includes('drop folder'))).toEqual([])
})

test('settings of one county that cannot be read are reported, and the other counties continue', async () => {
  // The name of its .json exceeds the limit of the disk.
  const name = 'n'.repeat(252)
  await portal.pool.query('UPDATE county SET name = $2 WHERE id = $1', [
    (await portal.addCounty('Reeves')).CountyID,
    name,
  ])
  await mkdir(join(portal.dropFolder.root, name))
  await portal.dropFolder.drop('own.pdf', pdf)
  await portal.dropFolder.look()
  expect(await namesTaken()).toEqual(['own.pdf'])
  expect(await warnings()).toContain(`${name}.json of the drop folder cannot be read: see the log.`)
})

test('a renamed folder of a county keeps its claimed files and continues with them', async () => {
  await portal.dropFolder.drop('late.pdf', pdf)
  const away = { ...portal.world.storage, stage: () => Promise.reject(new Error('the disk is away')) }
  await lookerAt({ ...portal, world: { ...portal.world, storage: away } })()
  expect(await portal.documents()).toEqual([])
  const byId = String(portal.counties.loving)
  await rename(portal.dropFolder.folder, join(portal.dropFolder.root, byId))
  await rename(join(portal.dropFolder.root, 'Loving.json'), join(portal.dropFolder.root, `${byId}.json`))
  await lookerAt(portal)()
  expect(await namesTaken()).toEqual(['late.pdf'])
  expect(await rowsInHand()).toEqual([])
})

test('a clock that is set back does not make a file wait that long', async () => {
  const look = createDropFolder()
  await portal.dropFolder.drop('a.pdf', pdf)
  await look(portal.world, NEVER)
  portal.clock.advance(-3_600_000)
  await look(portal.world, NEVER)
  portal.clock.advance(SETTLE_MS)
  await look(portal.world, NEVER)
  expect(await namesTaken()).toEqual(['a.pdf'])
})
