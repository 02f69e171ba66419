import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { claimFile, putBack } from './claim-file.ts'
import type { Entry } from './entries.ts'
import { createWalk } from './walk.ts'

const { pdf, png } = SAMPLE_FILES

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

async function onlyEntry(): Promise<Entry> {
  const walk = createWalk(portal.dropFolder.folder)
  const [entry] = (await walk.next()).entries
  if (!entry) throw new Error('Nothing lies there.')
  return entry
}

function claim(entry: Entry) {
  const county = {
    countyId: portal.counties.loving,
    countyName: 'Loving',
    accountId: portal.people.clerk.accountId,
  }
  const draft = { countyId: county.countyId, categoryId: 1, typeId: 1, description: '' }
  const folder = { name: 'Loving', path: portal.dropFolder.folder, ...county, draft }
  return claimFile(portal.world, { folder, entry, owner: randomUUID() })
}

const noted = async () => (await portal.pool.query('SELECT FROM drop_file')).rowCount

test('a file that changed since it was checked stays in its place', async () => {
  await portal.dropFolder.drop('scan.pdf', pdf.subarray(0, 100))
  const entry = await onlyEntry()
  await portal.dropFolder.drop('scan.pdf', pdf)
  expect(await claim(entry)).toBeNull()
  expect(await portal.dropFolder.listed()).toEqual(['scan.pdf'])
  expect(await noted()).toBe(0)
})

test('a file that goes back never replaces another', async () => {
  await portal.dropFolder.drop('scan.pdf', pdf)
  const claimed = await claim(await onlyEntry())
  await portal.dropFolder.drop('scan.pdf', png)
  if (claimed) await putBack(portal.world.database, claimed)
  expect(await portal.dropFolder.listed()).toEqual([`${claimed?.claim.id} scan.pdf`, 'scan.pdf'])
  expect(await noted()).toBe(0)
})

test('R11.3 a file that goes back next to another of its name gets a valid name, however long its own is', async () => {
  const name = `${'n'.repeat(251)}.pdf`
  await portal.dropFolder.drop(name, pdf)
  const claimed = await claim(await onlyEntry())
  await portal.dropFolder.drop(name, png)
  if (claimed) await putBack(portal.world.database, claimed)
  expect(await portal.dropFolder.listed()).toHaveLength(2)
  expect(await noted()).toBe(0)
})
