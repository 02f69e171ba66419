import { listUploads } from '@portal/contract/files/files.ts'
import { listFirstOwners } from '@portal/contract/files/first-owners.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  await portal.pool.query(
    `INSERT INTO organization VALUES (7001, 'Zephyr Gas'), (7002, 'alamo Oil'), (7003, 'Mesa')`,
  )
})
afterAll(() => portal.close())

async function link(fileId: number, partyNumber: number, relation = 1): Promise<void> {
  await portal.pool.query(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT id, $2, $3, county_id, now(), uploaded_by FROM document WHERE id = $1`,
    [fileId, partyNumber, relation],
  )
}

test('R7.134 the first owner is that by which the list sorts; people see the owners of their documents only', async () => {
  const [several, one, none] = [
    await storeDocument(portal, portal.people.clerk),
    await storeDocument(portal, portal.people.clerk),
    await storeDocument(portal, portal.people.clerk),
  ]
  await link(several, 7001)
  await link(several, 7002)
  await link(several, 7002, 2)
  await link(one, 7003)
  const query = { ids: [several, one, none, 9999].join(',') }
  const owners = await portal.call(portal.people.clerk, listFirstOwners, { query })
  expect(owners.json()).toEqual({
    files: [
      { FileID: several, OwnerName: 'alamo Oil', OwnerNbr: 7002, OwnerCount: 2 },
      { FileID: one, OwnerName: 'Mesa', OwnerNbr: 7003, OwnerCount: 1 },
    ],
  })
  const wrong = await portal.call(portal.people.clerk, listFirstOwners, { query: { ids: '1,x' } })
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { code: 'files.ids_invalid' }])
  const sorted = await portal.call(portal.people.clerk, listUploads, { query: { order: 'owner' } })
  expect(sorted.json<{ files: { FileID: number }[] }>().files.map(({ FileID }) => FileID)).toEqual([
    none,
    several,
    one,
  ])
  await portal.pool.query('UPDATE document SET deleted_at = now(), deleted_by = uploaded_by WHERE id = $1', [
    one,
  ])
  const left = await portal.call(portal.people.administrator, listFirstOwners, { query })
  expect(left.json<{ files: unknown[] }>().files).toHaveLength(1)
  const stranger = await portal.call(portal.people.neighbor, listFirstOwners, { query })
  expect(stranger.json()).toEqual({ files: [] })
})
