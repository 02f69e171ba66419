import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from '../engines/database/database-check.ts'
import { databaseChecks } from '../rooms/files/verify/database-checks.ts'
import { isSound, verifyDocuments } from '../rooms/files/verify/verify.usecases.ts'
import { testPortal, type TestPortal } from '../testing/test-portal.ts'
import { fillWithSamples } from './demo.ts'

let portal: TestPortal
const said: string[] = []

beforeAll(async () => {
  portal = await testPortal()
  await fillWithSamples(portal.world, (line) => void said.push(line))
})
afterAll(() => portal.close())

async function rowOf(query: string): Promise<object | undefined> {
  const { rows } = await portal.pool.query<object>(query)
  return rows[0]
}

const COUNTS = `
  SELECT (SELECT count(*)::integer FROM county) AS counties,
    (SELECT count(*)::integer FROM account) AS accounts,
    (SELECT count(*)::integer FROM organization) AS organizations,
    (SELECT count(*)::integer FROM county_organization) AS "organizationsInCounties",
    (SELECT count(*)::integer FROM agent) AS agents,
    (SELECT count(*)::integer FROM county_agent) AS "agentsInCounties",
    (SELECT count(*)::integer FROM owner_value) AS "ownerValues",
    (SELECT count(*)::integer FROM document) AS documents,
    (SELECT count(*)::integer FROM document_owner) AS links`

test('R1.89 the demo does not start in a real portal, and adds no one to it', async () => {
  const own = await testPortal()
  try {
    await own.addPerson({ email: 'boss@firm.example', isAdmin: true })
    await expect(fillWithSamples(own.world, () => {})).rejects.toThrow('holds a portal of your own')
    expect((await own.pool.query('SELECT email FROM account')).rows).toEqual([{ email: 'boss@firm.example' }])
  } finally {
    await own.close()
  }
})

test('has its counties, people, parties, rolls and documents', async () => {
  expect(await rowOf(COUNTS)).toEqual({
    counties: 6,
    accounts: 15,
    organizations: 9420,
    organizationsInCounties: 11_520,
    agents: 240,
    agentsInCounties: 720,
    ownerValues: 34_560,
    documents: 2000,
    links: 646,
  })
})

test('has processed documents: status, version and recycle bin', async () => {
  const { rows } = await portal.pool.query(
    `SELECT status_id AS status, count(*)::integer AS documents, count(deleted_at)::integer AS "inBin",
      sum(version)::integer AS versions FROM document GROUP BY 1 ORDER BY 1`,
  )
  expect(rows).toEqual([
    { status: 1, documents: 48, inBin: 0, versions: 64 },
    { status: 2, documents: 1796, inBin: 29, versions: 3621 },
    { status: 3, documents: 64, inBin: 1, versions: 129 },
    { status: 4, documents: 92, inBin: 2, versions: 186 },
  ])
})

test('has rolls with the names, numbers, agents and values of the sample', async () => {
  const sums = await rowOf(
    `SELECT count(DISTINCT (county_id, appraisal_year))::integer AS rolls, sum(current_value)::text AS dollars,
      count(current_value)::integer AS "withValue", count(agent_number)::integer AS "withAgent",
      count(*) FILTER (WHERE cad_owner_id = '')::integer AS "withoutId",
      md5(string_agg(owner_name, '|' ORDER BY county_id, appraisal_year, party_number)) AS names
      FROM owner_value`,
  )
  expect(sums).toEqual({
    rolls: 18,
    dollars: '184679342086.74',
    withValue: 33_870,
    withAgent: 7566,
    withoutId: 4029,
    names: '430294c492e60b9dcc5c8c2a0d19b4b6',
  })
})

test('every document is stored as it is recorded', async () => {
  const verdict = await verifyDocuments(portal.world)
  expect([verdict.checked, verdict.bytes, isSound(verdict)]).toEqual([2000, 4_405_455, true])
})

test('R1.61 its database has not drifted', async () => {
  expect(await checkDatabase(portal.world.database, databaseChecks(portal.world))).toEqual([])
})

test('is created once: existing data stays', async () => {
  const before = said.length
  await fillWithSamples(portal.world, (line) => void said.push(line))
  expect(said).toHaveLength(before)
})
