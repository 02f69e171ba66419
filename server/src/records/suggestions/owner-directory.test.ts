import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { createOwnerDirectories } from './owner-directory.ts'

let portal: TestPortal<typeof TWO_COUNTIES>

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

test('R19.8 the names of one county are read at a time', async () => {
  const begun = vi.fn<() => void>()
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>()
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [first] = result.rows
      if (first && 'count' in first) {
        begun()
        await isHeld
      }
      return result
    },
  }
  const db = portal.world.database.kysely.withPlugin(slow)
  const directories = createOwnerDirectories()
  const { loving, winkler } = portal.counties
  const reads = Promise.all([loving, winkler].map((countyId) => directories.read(db, countyId)))
  await expect.poll(() => begun.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await portal.pool.query('SELECT pg_sleep(0.2)')
  expect(begun).toHaveBeenCalledTimes(1)
  goOn()
  await reads
  expect(begun).toHaveBeenCalledTimes(2)
})
