import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandError } from '../../engines/commands/command.ts'
import { BACKUP_COMMANDS } from '../../testing/restore-target.ts'
import { mountSmallDisk, type SmallDisk } from '../../testing/engines/small-disk.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let disk: SmallDisk
let portal: TestPortal
beforeAll(async () => {
  disk = await mountSmallDisk()
  portal = await testPortal()
})
afterAll(async () => {
  await portal?.close()
  await disk?.remove()
})

const backUp = (place: string) => runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', place] })

test('R1.69 a backup onto a mount point is refused before the work, and a backup inside it succeeds', async () => {
  const beside = await readdir(dirname(disk.folder))
  await expect(backUp(disk.folder)).rejects.toThrow(
    new CommandError(
      `A disk is mounted at ${disk.folder}, so it cannot be a new folder. Name one in it: ${join(disk.folder, 'NAME')}.`,
    ),
  )
  expect(await readdir(dirname(disk.folder))).toEqual(beside)
  expect((await backUp(join(disk.folder, 'monday'))).json).toMatchObject({ isWhole: true })
})
