import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOLDERS } from '../../engines/backup/folder-place.ts'
import type { BackupPlaces, NewBackupPlace } from '../../engines/backup/place.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { runCommand } from '../../testing/run-command.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { backupCommands } from './backup.commands.ts'
import { takeBackup } from './backup.usecases.ts'

const LARGE_SIZE = 10_000_000_000
const DOCUMENT_BYTES = 3_000_000
/** The free space that a disk must keep. */
const RESERVE = 268_435_456

let portal: TestPortal<typeof TWO_COUNTIES>
let folder: string
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  folder = await mkdtemp(join(tmpdir(), 'portal-full-'))
  const bytes = Buffer.alloc(DOCUMENT_BYTES, ' ')
  bytes.write('%PDF-1.7')
  await storeDocument(portal, portal.people.clerk, { bytes })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** Folders whose new backups all differ by `change`. */
function foldersWith(change: (place: NewBackupPlace) => Partial<NewBackupPlace>): BackupPlaces {
  return {
    ...FOLDERS,
    async make(location) {
      const place = await FOLDERS.make(location)
      return { ...place, ...change(place) }
    },
  }
}

function backUp(places: BackupPlaces, name: string, since: string | null = null) {
  const order = { location: join(folder, name), since, onProgress: () => {} }
  return takeBackup({ ...portal.world, actor: COMMAND_LINE, places }, order)
}

const withRoom = (bytes: number) => foldersWith(() => ({ freeBytes: async () => bytes }))

async function databaseBytes(): Promise<number> {
  const { rows } = await portal.world.database.pool.query<{ n: string }>(
    'SELECT pg_database_size(current_database())::text AS n',
  )
  return Number(rows[0]?.n)
}

test('a disk with room for the rows but not for the documents is refused before any table is written', async () => {
  const room = RESERVE + (await databaseBytes()) + DOCUMENT_BYTES / 2
  await expect(backUp(withRoom(room), 'monday')).rejects.toThrow(
    /monday has \d+ MB free, but the backup may need \d+ MB\. Make room, or take another folder\.$/,
  )
  expect(await readdir(folder)).toEqual([])
})

test('documents of an earlier backup need no room', async () => {
  await backUp(withRoom(LARGE_SIZE), 'whole')
  const room = RESERVE + (await databaseBytes()) + DOCUMENT_BYTES / 2
  const { ownBytes } = await backUp(withRoom(room), 'adds', join(folder, 'whole'))
  expect(ownBytes).toBe(0)
})

test.each(['ENOSPC', 'EDQUOT'])(
  '%s during the backup gives one line that names the place, and leaves nothing',
  async (code) => {
    const before = await readdir(folder)
    const full = foldersWith((place) => ({
      write: (file, bytes) =>
        file.endsWith('.pack')
          ? Promise.reject(Object.assign(new Error('write'), { code }))
          : place.write(file, bytes),
    }))
    await expect(backUp(full, 'full')).rejects.toThrow(
      `${join(folder, 'full')} is full, so there is no backup. Make room, or take another place.`,
    )
    expect(await readdir(folder)).toEqual(before)
  },
)

test('the list shows a failed attempt even if no folder is given or set', async () => {
  await expect(backUp(withRoom(0), 'tuesday')).rejects.toThrow('Make room')
  const commands = backupCommands(() => {
    throw new Error('Nothing is restored here.')
  })
  const { printed } = await runCommand(portal.world, commands, { words: ['backup', 'list'] })
  expect(printed).toEqual([expect.stringMatching(/^The last try, .*tuesday, failed: .*Make room/)])
})
