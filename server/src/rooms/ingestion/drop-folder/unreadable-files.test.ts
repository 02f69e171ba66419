import { chmod, chown } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt } from '../../../testing/portal/drop-folder.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const { pdf } = SAMPLE_FILES
const NOBODY = 65_534

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

/** Root may read every file, so the polls run as another user, to whom the folders belong. */
async function asOtherUser(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work()
  for (const folder of [portal.dropFolder.root, portal.dropFolder.folder]) await chown(folder, NOBODY, NOBODY)
  process.seteuid?.(NOBODY)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

const warnings = async () => (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings
const rowsInHand = async () =>
  (await portal.pool.query('SELECT file_name FROM drop_file WHERE put_away_at IS NULL')).rows
const WARNING = "1 file of Loving cannot be read. Give the portal's user the right to read it."

test('R11.36 a file without the right to read it stays in its folder, is reported at once, and is taken once it is readable', async () => {
  await portal.dropFolder.drop('Secret Name.pdf', pdf)
  const path = join(portal.dropFolder.folder, 'Secret Name.pdf')
  await chmod(path, process.getuid?.() === 0 ? 0o600 : 0)
  await asOtherUser(() => portal.dropFolder.look())
  expect(await portal.dropFolder.listed()).toEqual(['Secret Name.pdf'])
  expect(await rowsInHand()).toEqual([])
  expect(await warnings()).toContain(WARNING)
  await asOtherUser(() => portal.dropFolder.look())
  expect(portal.log.join('\n')).not.toContain('Secret Name')
  await chmod(path, 0o644)
  await portal.dropFolder.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['Secret Name.pdf'])
  expect(await warnings()).not.toContain(WARNING)
})

test('R11.37 the log has only the start of a lasting failure, with county and claim, without the name of the file', async () => {
  await portal.dropFolder.drop('Secret Name.pdf', pdf)
  const path = '/proc/self/fd/20/Secret Name.pdf'
  const failed = Object.assign(new Error(`EIO: i/o error, read '${path}'`), { code: 'EIO', path })
  const storage = { ...portal.world.storage, stage: () => Promise.reject(failed) }
  const look = lookerAt({ ...portal, world: { ...portal.world, storage } })
  for (let polls = 0; polls < 3; polls++) {
    await look()
    await portal.pool.query('UPDATE drop_file SET leased_until = NULL')
  }
  const lines = portal.log.filter((line) => line.includes('will be tried again'))
  expect(lines).toHaveLength(1)
  const { rows } = await portal.pool.query<{ id: string }>('SELECT id FROM drop_file')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ county: 'Loving', claim: rows[0]?.id, code: 'EIO' })
  expect(portal.log.join('\n')).not.toContain('Secret Name')
})
