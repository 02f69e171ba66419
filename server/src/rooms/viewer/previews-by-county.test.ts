import { previewUpload } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepPreviews } from '../../records/documents/previews/sweep-previews.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

async function lookAt(person: TestPerson, fileId: number) {
  expect((await portal.call(person, previewUpload, { params: { fileId } })).statusCode).toBe(200)
}

test.for([
  ['what was made of it', SAMPLE_FILES.pdf],
  ['that it cannot be read', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2000, 'x')])],
] as const)('R16.37 a county does not learn from another one with the same file %s', async ([, bytes]) => {
  const { clerk, colleague, neighbor } = portal.people
  const file = { fileName: 'same.pdf', bytes }
  const [ours, theirs] = [
    await storeDocument(portal, clerk, file),
    await storeDocument(portal, neighbor, file),
  ]
  const ask = vi.spyOn(portal.world.pageDrawer.child, 'ask')
  await lookAt(clerk, ours)
  await lookAt(colleague, ours)
  expect(ask).toHaveBeenCalledTimes(1)
  await lookAt(neighbor, theirs)
  expect(ask).toHaveBeenCalledTimes(2)
  ask.mockRestore()
})

test('R16.37 what was made for a county is removed with its document, and stays for another one', async () => {
  const { clerk, neighbor } = portal.people
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, Buffer.from('\n')])
  const file = { fileName: 'both.pdf', bytes }
  const ours = await storeDocument(portal, clerk, file)
  const theirs = await storeDocument(portal, neighbor, file)
  const { world, pool } = portal
  await sweepPreviews(world)
  const before = new Set(await world.previewCache.groups())
  await lookAt(clerk, ours)
  const ofClerk = (await world.previewCache.groups()).filter((group) => !before.has(group))
  await lookAt(neighbor, theirs)
  await pool.query('DELETE FROM document WHERE id = $1', [theirs])
  await sweepPreviews(world)
  expect((await world.previewCache.groups()).filter((group) => !before.has(group))).toEqual(ofClerk)
})
