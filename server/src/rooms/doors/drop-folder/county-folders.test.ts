import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropPortal, type DropPortal } from '../../../testing/drop-portal.ts'
import { readCountyFolders } from './county-folders.ts'

let portal: DropPortal
beforeEach(async () => {
  portal = await dropPortal()
})
afterEach(() => portal.close())

test('settings that are a link are not read: whoever could put one there could have any file told in a warning', async () => {
  const settings = join(portal.root, 'Loving.json')
  expect((await readCountyFolders(portal.world, portal.root)).folders).toHaveLength(1)
  await rename(settings, join(portal.folder, 'elsewhere.json'))
  await symlink(join(portal.folder, 'elsewhere.json'), settings)
  expect(await readCountyFolders(portal.world, portal.root)).toEqual({
    folders: [],
    problems: [
      'The drop folder has a folder Loving, but no file Loving.json beside it that says whose documents come there.',
      'Loving.json in the drop folder is a link, and links are not followed.',
    ],
  })
})
