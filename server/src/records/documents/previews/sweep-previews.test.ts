import { expect, test } from 'vitest'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import { sweepPreviews } from './sweep-previews.ts'

test('R16.4 what was made of a document is removed once the document is gone, not while it is in the bin', async () => {
  await using cleanup = new AsyncDisposableStack()
  const portal = await testPortal(TWO_COUNTIES)
  cleanup.defer(() => portal.close())
  const { world, pool } = portal
  const id = await storeDocument(portal, portal.people.clerk)
  const { rows } = await pool.query<{ sha256: Buffer }>('SELECT sha256 FROM document WHERE id = $1', [id])
  const hash = rows[0]?.sha256.toString('hex') ?? ''
  const group = `${hash}.county-${portal.counties.loving}`
  // A file of another county, of another document, and of a release that did not separate counties.
  const gone = [`${hash}.county-${portal.counties.winkler}`, `${'00'.repeat(32)}.county-1`, hash]
  for (const each of [group, ...gone]) {
    await world.previewCache.write({ group: each, name: '1-200-1' }, Buffer.from('page'))
  }
  await pool.query('UPDATE document SET deleted_at = now() WHERE id = $1', [id])
  await sweepPreviews(world)
  expect(await world.previewCache.groups()).toEqual([group])
})
