import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { AT_ONE_LOOK, createWalk } from './walk.ts'

const { pdf } = SAMPLE_FILES
/** More than two passes read. */
const FLOOD = 2 * AT_ONE_LOOK + 10

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

const warnings = async () =>
  (await portal.app.inject('/readyz'))
    .json<{ warnings: string[] }>()
    .warnings.filter((line) => line.includes('drop folder'))

async function flood(folder: string, nameOf: (at: number) => string): Promise<string[]> {
  const names = Array.from({ length: FLOOD }, (_, at) => nameOf(at))
  for (let at = 0; at < FLOOD; at += 100)
    await Promise.all(names.slice(at, at + 100).map((name) => writeFile(join(folder, name), '')))
  return names
}

test('R11.17 one pass reads a part of a flooded folder, and successive passes read each name once', async () => {
  const names = await flood(portal.dropFolder.folder, (at) => `scan ${at}.part`)
  const walk = createWalk(portal.dropFolder.folder)
  for (let pass = 1; pass <= 2; pass++) {
    const parts = [await walk.next(), await walk.next(), await walk.next()]
    expect(parts.map(({ isEnd }) => isEnd)).toEqual([false, false, true])
    expect(parts.map(({ entries }) => entries.length)).toEqual([
      AT_ONE_LOOK,
      AT_ONE_LOOK,
      FLOOD - 2 * AT_ONE_LOOK,
    ])
    const read = parts.flatMap(({ entries }) => entries.map(({ text }) => text))
    expect(read.toSorted()).toEqual(names.toSorted())
  }
  await walk.close()
})

test('R11.17 a flood of unfinished names delays no file after it, and is reported as long as it lasts', async () => {
  const names = await flood(portal.dropFolder.folder, (at) => `scan ${at}.part`)
  await portal.dropFolder.drop('real.pdf', pdf)
  const look = lookerAt(portal)
  // Two passes each: the folder needs three, and a file is claimed when it was seen twice.
  for (let pass = 1; pass <= 3; pass++) await look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['real.pdf'])
  expect(await warnings()).toEqual([
    'The drop folder of Loving has more than 5,000 names in it: files there wait longer. Remove what is not needed.',
  ])
  await Promise.all(names.map((name) => rm(join(portal.dropFolder.folder, name))))
  for (let pass = 1; pass <= 3; pass++) await look()
  expect(await warnings()).toEqual([])
})

test('R11.17 a flood of claims that the portal did not make delays no filing', async () => {
  const working = join(portal.dropFolder.folder, '.working')
  await mkdir(working)
  await flood(working, (at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
  await portal.dropFolder.drop('real.pdf', pdf)
  await portal.dropFolder.look()
  expect(await portal.documents()).toHaveLength(1)
  expect(await warnings()).toEqual([
    'The folder .working of Loving in the drop folder has 1,000 entries or more that the portal did not make. The portal leaves them alone: remove them.',
  ])
})
