import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { moveBack } from './move-back.ts'

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

const { pdf } = SAMPLE_FILES

test('a county with many files does not delay another one with a single file', async () => {
  const reeves = await portal.addCounty('Reeves')
  await portal.addPerson({ email: 'clerk@reeves.example', countyId: reeves.CountyID })
  await mkdir(join(portal.dropFolder.root, 'Reeves'))
  await writeDropSettings(portal.dropFolder.root, 'Reeves', { account: 'clerk@reeves.example' })
  for (let number = 1; number <= 60; number++) await portal.dropFolder.drop(`scan ${number}.pdf`, pdf)
  await writeFile(join(portal.dropFolder.root, 'Reeves', 'only.pdf'), pdf)
  await portal.dropFolder.look()
  const documents = await portal.documents()
  expect(documents).toHaveLength(61)
  expect(documents.findIndex(({ file_name }) => file_name === 'only.pdf')).toBeLessThanOrEqual(20)
})

test('a small file reserves no more space than it needs', async () => {
  const stage = vi.spyOn(portal.world.storage, 'stage')
  await portal.dropFolder.drop('scan.pdf', pdf)
  await portal.dropFolder.look()
  expect(stage.mock.calls.map(([, , { largest }]) => largest)).toEqual([pdf.length])
})

/** Claims a file, and returns a function that puts it back. */
async function inHand(folder: string, id: string): Promise<() => Promise<void>> {
  const place = join(folder, '.working', id)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'scan.pdf'), id)
  return () => moveBack({ path: folder }, { id, name: Buffer.from('scan.pdf') })
}

async function contents(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name !== '.working')
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).toSorted()
}

test('files of one name that go back at the same time replace neither each other nor a newer file', async () => {
  await portal.dropFolder.drop('scan.pdf', 'dropped since')
  const ids = [1, 2, 3, 4].map((last) => `3f0e9c64-0000-4000-8000-00000000000${last}`)
  const other = join(portal.dropFolder.root, 'Other')
  for (const folder of [portal.dropFolder.folder, other]) {
    const moves = await Promise.all(ids.map((id) => inHand(folder, id)))
    await Promise.all(moves.map((move) => move()))
    expect(await readdir(join(folder, '.working'))).toEqual([])
  }
  expect(await contents(portal.dropFolder.folder)).toEqual([...ids, 'dropped since'])
  expect(await contents(other)).toEqual(ids)
})
