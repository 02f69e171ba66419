import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AUDIT_AS_TOLD } from '../testing/audit-as-told.ts'
import { storedObjects } from '../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../testing/test-portal.ts'
import { planDocuments } from './plan-documents.ts'
import { seededRandom } from './random.ts'
import { recordSeasons, storeFiles } from './store-documents.ts'
import { importSamples } from './import-samples.ts'
import { sampleAgents, sampleOrganizations } from './sample-parties.ts'
import { sampleImports } from './sample-imports.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({
    documentSubscribers: [{ name: 'docket', lane: 'files', events: ['document.recorded'] }],
  })
  await writeSomeDocuments()
})
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
  const parties = { organizations, agents: sampleAgents(random, 2), countyIds: [countyId] }
  await importSamples(portal.world, sampleImports(random, { ...parties, newestYear: 2026 }))
  const stored = await storeFiles(portal.world, planned, () => {})
  const emailOf = (id: number) => (id === administratorId ? 'a@staff.example' : clerk.email)
  const history = { now, names, administratorId, emailOf }
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) => recordSeasons(transaction, stored, { ...portal.world, history }))
}

/** For each kind of change: the number of audit records of the changed documents, and of the unchanged ones. */
const COUNTS = `
  SELECT DISTINCT what, is_so, records FROM (
    SELECT what, CASE what WHEN 'uploaded' THEN true WHEN 'status changed' THEN status_id <> 1
        WHEN 'moved to the recycle bin' THEN deleted_at IS NOT NULL
        ELSE EXISTS (SELECT FROM document_owner AS o WHERE o.document_id = d.id) END AS is_so,
      (SELECT count(*)::integer FROM ${AUDIT_AS_TOLD} WHERE document_id = d.id AND what = w.what) AS records
    FROM document AS d
    CROSS JOIN (VALUES ('uploaded'), ('status changed'), ('moved to the recycle bin'), ('owner linked')) AS w (what)
  ) AS each ORDER BY what, is_so`

test('every change of a sample document has left one audit record', async () => {
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
  const late = await portal.pool.query(`SELECT FROM ${AUDIT_AS_TOLD} WHERE at > $1`, [portal.clock.now()])
  expect(late.rowCount).toBe(0)
})

test('R1.99 subscribers learn of the sample documents', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    `SELECT jsonb_array_elements(payload->'documentIds')::integer AS id FROM job WHERE kind = 'docket' ORDER BY 1`,
  )
  expect(rows.map(({ id }) => id)).toEqual((await portal.documents()).map(({ id }) => id))
})

test('a sample file that cannot be stored leaves nothing staged', async () => {
  const { storage, dictionaries } = portal.world
  const names = await dictionaries.names()
  const random = seededRandom(2)
  const { accountId } = await portal.addPerson({ email: 'staff@staff.example' })
  const planned = planDocuments(random, {
    now: portal.clock.now(),
    names,
    typeIds: [1],
    places: [{ countyId: null, county: 'no', uploaders: [accountId] }],
    organizations: sampleOrganizations(random, 1),
    howMany: 1,
  })
  const before = await storedObjects(storage)
  vi.spyOn(storage, 'keep').mockRejectedValueOnce(new Error('The disk went away.'))
  await expect(storeFiles(portal.world, planned, () => {})).rejects.toThrow('The disk went away.')
  expect(await storedObjects(storage)).toEqual(before)
})
