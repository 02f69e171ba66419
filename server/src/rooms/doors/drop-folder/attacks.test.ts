import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropPortal, writeDropSettings, type DropPortal } from '../../../testing/drop-portal.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'

const { pdf, png } = SAMPLE_FILES
const TODAY = '2026-03-10'

let portal: DropPortal
let others: string
let othersCounty: number
beforeEach(async () => {
  portal = await dropPortal()
  othersCounty = (await portal.addCounty('Reeves')).CountyID
  await portal.addPerson({ email: 'clerk@reeves.example', countyId: othersCounty })
  others = join(portal.root, 'Reeves')
  await mkdir(others)
  await writeDropSettings(portal.root, 'Reeves', { account: 'clerk@reeves.example' })
})
afterEach(() => portal.close())

const warnings = async () => (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings

const counties = async () => (await portal.documents()).map(({ county_id }) => county_id)

test.each(['.working', 'done', 'refused'])(
  'a file called %s holds up its own county only, and is told',
  async (name) => {
    await portal.drop(name, 'no folder')
    await portal.drop('a.pdf', pdf)
    await writeFile(join(others, 'b.pdf'), pdf)
    await portal.look()
    expect(await counties()).toEqual([othersCounty])
    expect(await portal.listed()).toEqual([name, 'a.pdf'].toSorted())
    expect(await warnings()).toContain(
      `Nothing is taken from the drop folder of Loving: ${name} in it is not a folder.`,
    )
  },
)

test('a link in the place of a folder of the portal’s own brings nothing into another county', async () => {
  await mkdir(join(portal.folder, 'done'))
  await symlink(others, join(portal.folder, 'done', TODAY))
  await portal.drop('a.pdf', pdf)
  await portal.look()
  await portal.look()
  expect(await counties()).not.toContain(othersCounty)
  expect(await warnings()).toContain(
    `Nothing is taken from the drop folder of Loving: done/${TODAY} in it is not a folder.`,
  )

  await symlink(portal.root, join(portal.folder, 'refused'))
  await portal.drop('Ward.json', '{}')
  await portal.look()
  await expect(readFile(join(portal.root, 'Ward.json'))).rejects.toThrow('ENOENT')
})

test('what is no file in the place of a note holds nobody up, and is not read', async () => {
  await promisify(execFile)('mkfifo', [join(portal.folder, 'a.pdf.txt')])
  await portal.look()
  await portal.drop('a.pdf', png)
  await writeFile(join(others, 'b.pdf'), pdf)
  await portal.look()
  expect(await counties()).toEqual([othersCounty])
  const refused = (await portal.listed()).filter((path) => path.endsWith('a.pdf'))
  expect(refused).toEqual([expect.stringMatching(/^refused\/[0-9a-f]{8} a\.pdf$/)])
})
