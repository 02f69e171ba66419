import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const { pdf, png } = SAMPLE_FILES
const TODAY = '2026-03-10'

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
let others: string
let othersCounty: number
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
  othersCounty = (await portal.addCounty('Reeves')).CountyID
  await portal.addPerson({ email: 'clerk@reeves.example', countyId: othersCounty })
  others = join(portal.dropFolder.root, 'Reeves')
  await mkdir(others)
  await writeDropSettings(portal.dropFolder.root, 'Reeves', { account: 'clerk@reeves.example' })
})
afterEach(() => portal.close())

const warnings = async () => (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings

const counties = async () => (await portal.documents()).map(({ county_id }) => county_id)

test.each(['.working', 'done', 'refused'])(
  'a file called %s delays its own county only, and is reported',
  async (name) => {
    await portal.dropFolder.drop(name, 'no folder')
    await portal.dropFolder.drop('a.pdf', pdf)
    await writeFile(join(others, 'b.pdf'), pdf)
    await portal.dropFolder.look()
    expect(await counties()).toEqual([othersCounty])
    expect(await portal.dropFolder.listed()).toEqual([name, 'a.pdf'].toSorted())
    expect(await warnings()).toContain(
      `Nothing is taken from the drop folder of Loving: ${name} in it is not a folder.`,
    )
  },
)

test('a link in place of one of the portal’s folders moves nothing into another county', async () => {
  await mkdir(join(portal.dropFolder.folder, 'done'))
  await symlink(others, join(portal.dropFolder.folder, 'done', TODAY))
  await portal.dropFolder.drop('a.pdf', pdf)
  await portal.dropFolder.look()
  await portal.dropFolder.look()
  expect(await counties()).not.toContain(othersCounty)
  expect(await warnings()).toContain(
    `Nothing is taken from the drop folder of Loving: done/${TODAY} in it is not a folder.`,
  )

  await symlink(portal.dropFolder.root, join(portal.dropFolder.folder, 'refused'))
  await portal.dropFolder.drop('Ward.json', '{}')
  await portal.dropFolder.look()
  await expect(readFile(join(portal.dropFolder.root, 'Ward.json'))).rejects.toThrow('ENOENT')
})

test('an entry other than a file in place of a note blocks no one, and is not read', async () => {
  await promisify(execFile)('mkfifo', [join(portal.dropFolder.folder, 'a.pdf.txt')])
  await portal.dropFolder.look()
  await portal.dropFolder.drop('a.pdf', png)
  await writeFile(join(others, 'b.pdf'), pdf)
  await portal.dropFolder.look()
  expect(await counties()).toEqual([othersCounty])
  const refused = (await portal.dropFolder.listed()).filter((path) => path.endsWith('a.pdf'))
  expect(refused).toEqual([expect.stringMatching(/^refused\/[0-9a-f]{8} a\.pdf$/)])
})
