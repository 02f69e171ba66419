import { expect, test } from 'vitest'
import { binCalls } from '../../testing/bin-calls.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { areManyUploaded } from './many-uploads.repository.ts'

test('R14.13 ten documents within ten seconds are many, nine are not', async () => {
  await using portal = await portalOf()
  const isMany = () => areManyUploaded(portal.world.database.kysely)
  const bin = binCalls(portal)
  for (let count = 0; count < 10; count += 1) await bin.store()
  // A busy machine takes its time to store them.
  await portal.pool.query('UPDATE document SET uploaded_at = now()')
  expect(await isMany()).toBe(true)
  await portal.pool.query(
    `UPDATE document SET uploaded_at = now() - interval '11 seconds' WHERE id = (SELECT min(id) FROM document)`,
  )
  expect(await isMany()).toBe(false)
})

async function portalOf() {
  const portal = await testPortal(TWO_COUNTIES)
  return Object.assign(portal, { [Symbol.asyncDispose]: () => portal.close() })
}
