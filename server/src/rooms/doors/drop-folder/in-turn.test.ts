import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropPortal, writeDropSettings, type DropPortal } from '../../../testing/drop-portal.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { moveBack } from './claim-file.ts'

let portal: DropPortal
beforeEach(async () => {
  portal = await dropPortal()
})
afterEach(() => portal.close())

const { pdf } = SAMPLE_FILES

test('a county with many files does not hold up another one with a single file', async () => {
  const reeves = await portal.addCounty('Reeves')
  await portal.addPerson({ email: 'clerk@reeves.example', countyId: reeves.CountyID })
  await mkdir(join(portal.root, 'Reeves'))
  await writeDropSettings(portal.root, 'Reeves', { account: 'clerk@reeves.example' })
  for (let number = 1; number <= 60; number++) await portal.drop(`scan ${number}.pdf`, pdf)
  await writeFile(join(portal.root, 'Reeves', 'only.pdf'), pdf)
  await portal.look()
  const documents = await portal.documents()
  expect(documents).toHaveLength(61)
  expect(documents.findIndex(({ file_name }) => file_name === 'only.pdf')).toBeLessThanOrEqual(20)
})

test('a small file books no more room than it takes', async () => {
  const stage = vi.spyOn(portal.world.storage, 'stage')
  await portal.drop('scan.pdf', pdf)
  await portal.look()
  expect(stage.mock.calls.map(([, , { largest }]) => largest)).toEqual([pdf.length])
})

test('what goes back takes nobody’s place, whenever a file of its name was dropped', async () => {
  const id = '3f0e9c64-0000-4000-8000-000000000003'
  const place = join(portal.folder, '.working', id)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'scan.pdf'), 'taken before')
  await portal.drop('scan.pdf', 'dropped since')
  await moveBack(
    { path: portal.folder },
    { id, name: Buffer.from('scan.pdf'), path: Buffer.from(join(place, 'scan.pdf')) },
  )
  expect(await readFile(join(portal.folder, 'scan.pdf'), 'utf8')).toBe('dropped since')
  expect(await readFile(join(portal.folder, `${id} scan.pdf`), 'utf8')).toBe('taken before')
  expect(await readdir(join(portal.folder, '.working'))).toEqual([])
})
