import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DROP_VARIABLES, dropFolder } from './drop-settings.ts'
import { readSettings } from './settings.ts'
import { readVariables } from './variable.ts'

test('R11.15 a system that cannot hold folders open refuses the drop folder, and starts without it', () => {
  const missing = { dataDir: '/srv/data', openFolders: '/nowhere/fd' }
  expect(() => dropFolder(readVariables(DROP_VARIABLES, { DROP_FOLDER: '/srv/drop' }), missing)).toThrow(
    'DROP_FOLDER is set, but this system has no /nowhere/fd, by which the portal keeps links from leading it out of a folder. Run the portal on Linux with /proc mounted, or unset DROP_FOLDER.',
  )
  expect(dropFolder(readVariables(DROP_VARIABLES, {}), missing)).toBeNull()
})

test.each([
  ['/srv/portal/data', '/srv/portal/data'],
  ['/srv/portal/data/drop', '/srv/portal/data'],
  ['/srv/portal', '/srv/portal/data'],
])(
  'R11.15 DROP_FOLDER %s with DATA_DIR %s is refused: people of a county could reach documents',
  (drop, data) => {
    expect(() => readSettings({ DROP_FOLDER: drop, DATA_DIR: data })).toThrow(
      `DROP_FOLDER names ${drop}, and DATA_DIR ${data}: one lies in the other. Give each a folder of its own.`,
    )
  },
)

test('R11.15 a link to the portal’s data folder counts as that folder', async () => {
  const place = await mkdtemp(join(tmpdir(), 'portal-drop-settings-'))
  await symlink(place, join(place, '..', `${place.split('/').at(-1)}-link`))
  const link = `${place}-link`
  try {
    expect(() => readSettings({ DROP_FOLDER: join(link, 'drop'), DATA_DIR: place })).toThrow(
      'one lies in the other',
    )
    expect(readSettings({ DROP_FOLDER: '/srv/drop', DATA_DIR: place }).dropFolder).toBe('/srv/drop')
  } finally {
    await rm(link)
    await rm(place, { recursive: true })
  }
})
