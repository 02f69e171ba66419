import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { writeDropSettings } from '../../../testing/portal/drop-folder.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { readCountyFolders } from './county-folders.ts'

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

test('a settings file that is a link is not read: its creator could see any file in a warning', async () => {
  const settings = join(portal.dropFolder.root, 'Loving.json')
  expect((await readCountyFolders(portal.world, portal.dropFolder.root)).folders).toHaveLength(1)
  await rename(settings, join(portal.dropFolder.folder, 'elsewhere.json'))
  await symlink(join(portal.dropFolder.folder, 'elsewhere.json'), settings)
  expect(await readCountyFolders(portal.world, portal.dropFolder.root)).toEqual({
    folders: [],
    problems: [
      {
        code: 'drop-folder-settings',
        text: 'The drop folder has a folder Loving, but no file Loving.json beside it that says whose documents come there.',
      },
      {
        code: 'drop-folder-link',
        text: 'Loving.json in the drop folder is a link, and links are not followed.',
      },
    ],
  })
})

test('any number of folders needs as many database queries as one; each folder has its own account', async () => {
  const read = () => readCountyFolders(portal.world, portal.dropFolder.root)
  const ofOne = await statementsOf(read)
  for (const name of ['Reeves', 'Ward', 'Winkler']) {
    const { CountyID: countyId } = await portal.addCounty(name)
    const account = `clerk@${name.toLowerCase()}.example`
    await portal.addPerson({ email: account, countyId })
    await mkdir(join(portal.dropFolder.root, name))
    await writeDropSettings(portal.dropFolder.root, name, { account })
  }
  await writeDropSettings(portal.dropFolder.root, 'Ward', { account: 'clerk@reeves.example' })
  expect(await statementsOf(read)).toHaveLength(ofOne.length)
  const { folders, problems } = await read()
  expect(folders.map(({ name }) => name).toSorted()).toEqual(['Loving', 'Reeves', 'Winkler'])
  expect(new Set(folders.map(({ accountId }) => accountId)).size).toBe(3)
  expect(problems).toEqual([
    {
      code: 'drop-folder-settings',
      text: 'Ward.json of the drop folder names an account that cannot upload for this county.',
    },
  ])
})

test('R11.38 a folder of a county that is gone while its settings stay is reported', async () => {
  const { root, folder } = portal.dropFolder
  await rename(folder, join(portal.folder, 'gone'))
  await writeFile(join(root, 'notes.json'), '{}')
  expect(await readCountyFolders(portal.world, root)).toEqual({
    folders: [],
    problems: [
      {
        code: 'drop-folder-missing',
        text: 'The drop folder has a file Loving.json, but no folder Loving beside it: no file of that county is taken.',
      },
    ],
  })
})
