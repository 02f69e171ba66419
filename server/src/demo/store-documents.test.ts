import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../testing/test-portal.ts'
import { planDocuments } from './plan-documents.ts'
import { seededRandom } from './random.ts'
import { storeBytes, writeRows } from './store-documents.ts'
import { sampleAgents, sampleOrganizations } from './sample-parties.ts'
import { writeParties } from './store-parties.ts'

let portal: TestPortal

beforeAll(async () => void (portal = await testPortal()))
afterAll(() => portal.close())

async function writeSomeDocuments(): Promise<void> {
  const countyId = (await portal.addCounty('Midland')).CountyID
  const clerk = await portal.addPerson({ email: 'clerk@midland.example', countyId })
  const { accountId: administratorId } = await portal.addPerson({ email: 'a@staff.example', isAdmin: true })
  const random = seededRandom(1)
  const organizations = sampleOrganizations(random, 5)
  const names = await portal.world.dictionaries.names([countyId])
  const now = portal.clock.now()
  const places = [{ countyId, county: 'Midland', uploaders: [clerk.accountId] }]
  const planned = planDocuments(random, { now, names, typeIds: [1, 2], places, organizations, howMany: 125 })
  const stored = await storeBytes(portal.world, planned, () => {})
  await portal.world.database.kysely.transaction().execute(async (transaction) => {
    await writeParties(transaction, { organizations, agents: sampleAgents(random, 2), countyIds: [countyId] })
    const emailOf = (id: number) => (id === administratorId ? 'a@staff.example' : clerk.email)
    await writeRows(transaction, stored, { now, names, administratorId, emailOf })
  })
}

/** For each deed: how many records the documents have on which it was done, and those on which it was not. */
const COUNTS = `
  SELECT DISTINCT what, is_so, records FROM (
    SELECT what, CASE what WHEN 'uploaded' THEN true WHEN 'status changed' THEN status_id <> 1
        WHEN 'moved to the recycle bin' THEN deleted_at IS NOT NULL
        ELSE EXISTS (SELECT FROM document_owner AS o WHERE o.document_id = d.id) END AS is_so,
      (SELECT count(*)::integer FROM audit_record AS a WHERE a.document_id = d.id AND a.what = w.what) AS records
    FROM document AS d
    CROSS JOIN (VALUES ('uploaded'), ('status changed'), ('moved to the recycle bin'), ('owner linked')) AS w (what)
  ) AS each ORDER BY what, is_so`

test('every change that a sample document has been through has left one audit record', async () => {
  await writeSomeDocuments()
  const { rows } = await portal.pool.query<{ what: string; is_so: boolean; records: number }>(COUNTS)
  expect(rows.map(({ what, is_so, records }) => [what, is_so, records])).toEqual([
    ['moved to the recycle bin', false, 0],
    ['moved to the recycle bin', true, 1],
    ['owner linked', false, 0],
    ['owner linked', true, 1],
    ['status changed', false, 0],
    ['status changed', true, 1],
    ['uploaded', true, 1],
  ])
  const late = await portal.pool.query('SELECT FROM audit_record WHERE at > $1', [portal.clock.now()])
  expect(late.rowCount).toBe(0)
})
