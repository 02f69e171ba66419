import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { lookerAt } from '../../../testing/portal/drop-folder.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { createDropFolder } from './drop-folder.ts'

// A server that stalls longer than its lease has lost the file without knowing it.

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
})
afterEach(() => portal.close())

/** Runs a pass during which another server takes the file over, while its bytes are read. */
async function lookAndLose(): Promise<void> {
  const { storage } = portal.world
  const slow: typeof storage = {
    ...storage,
    async stage(...args) {
      const staged = await storage.stage(...args)
      await portal.pool.query('UPDATE drop_file SET lease_owner = gen_random_uuid()')
      return staged
    },
  }
  await lookerAt({ ...portal, world: { ...portal.world, storage: slow } })()
}

/** The other server dies, too. */
const letGo = () => portal.pool.query('UPDATE drop_file SET leased_until = now()')

test('a file that another server has claimed by now becomes no document here, and one there', async () => {
  await portal.dropFolder.drop('rendition.pdf', SAMPLE_FILES.pdf)
  await lookAndLose()
  expect(await portal.documents()).toEqual([])
  await letGo()
  await portal.dropFolder.look()
  expect(await portal.documents()).toHaveLength(1)
  expect((await portal.dropFolder.listed()).every((path) => path.startsWith('done/'))).toBe(true)
})

test('nor is a file to refuse moved here', async () => {
  await portal.dropFolder.drop('picture.pdf', SAMPLE_FILES.png)
  await lookAndLose()
  expect(await portal.dropFolder.listed()).toEqual([
    expect.stringMatching(/^\.working\/[0-9a-f-]{36}\/picture\.pdf$/),
  ])
  await letGo()
  await portal.dropFolder.look()
  expect(await portal.dropFolder.listed()).toEqual(['refused/picture.pdf', 'refused/picture.pdf.txt'])
  await expectInvariants(portal)
})

test('while one server has a file claimed, another one leaves it alone', async () => {
  await portal.dropFolder.drop('rendition.pdf', SAMPLE_FILES.pdf)
  const { storage, settings } = portal.world
  const elsewhere = { ...portal.world, settings: { ...settings, databaseUrl: 'postgres://elsewhere/portal' } }
  const owners = async () =>
    (await portal.pool.query<{ lease_owner: string }>('SELECT lease_owner FROM drop_file')).rows
  const seen: unknown[] = []
  const watched: typeof storage = {
    ...storage,
    async stage(...args) {
      seen.push(await owners())
      await createDropFolder()(elsewhere, new AbortController().signal)
      seen.push(await owners())
      return storage.stage(...args)
    },
  }
  await lookerAt({ ...portal, world: { ...portal.world, storage: watched } })()
  expect(seen).toHaveLength(2)
  expect(seen[1]).toEqual(seen[0])
  expect(await portal.documents()).toHaveLength(1)
})
