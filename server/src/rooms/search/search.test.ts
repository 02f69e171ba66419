import { searchAll } from '@portal/contract/search/search.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { queueMissing } from '../../records/search-index/index-sweep.job.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { readListedPage, readRowsInOrder } from '../../records/search-index/search-pages.repository.ts'
import { pageTextsOf, searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof searchCalls>
const texts = new Map<number, readonly string[]>()

beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    environment: { RATE_LIMIT: 'off' },
    pageTexts: pageTextsOf(texts),
  })
  calls = searchCalls(portal, texts)
  const { loving, winkler } = portal.counties
  await portal.pool.query(
    `INSERT INTO organization VALUES (501, 'Mesquite Oil'), (502, 'Mesquite Gas');
     INSERT INTO county_organization VALUES (${loving}, 501, 'Mesquite Oil'), (${winkler}, 502, 'Mesquite Gas');
     INSERT INTO agent (agent_number, organization_name, legacy_code, city) VALUES (71, 'Mesquite Tax', '0MQ', 'Odessa'), (72, 'Mesquite Fax', '0MF', '');
     INSERT INTO county_agent (county_id, agent_number) VALUES (${loving}, 71), (${winkler}, 72)`,
  )
})
afterAll(() => portal.close())

async function typed(person: TestPerson, q: string) {
  const answer = await portal.call(person, searchAll, { query: { q } })
  expect(answer.statusCode).toBe(200)
  return answer.json<ResultOf<typeof searchAll>>()
}

const indexAll = async () => {
  await queueMissing(portal.world)
  await calls.index()
}

test('R15.20 a text that is typed finds owners, agents and documents of the own counties', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Mesquite lease.pdf' })
  await calls.add({ county: counties.winkler, by: people.neighbor, name: 'Mesquite deed.pdf' })
  await indexAll()
  expect(await typed(people.clerk, 'mesq')).toMatchObject({
    goTo: null,
    owners: [{ PartyNumber: 501, Name: 'Mesquite Oil', CountyID: counties.loving, Counties: ['Loving'] }],
    agents: [{ AgentNbr: 71, AgentName: 'Mesquite Tax', LegacyCode: '0MQ', City: 'Odessa' }],
    receipts: [],
    files: [{ FileID: document }],
  })
  expect((await typed(people.clerk, '0mq')).agents).toHaveLength(1)
  expect((await typed(people.clerk, '0mf')).agents).toEqual([])
  expect((await typed(people.clerk, '502')).owners).toEqual([])
  expect((await typed(people.administrator, 'mesquite')).owners).toHaveLength(2)
  expect((await typed(people.administrator, 'mesquite')).files).toHaveLength(2)
  expect(await typed(people.staff, 'mesquite')).toMatchObject({ owners: [], agents: [], files: [] })
  for (const q of ['', 'm', '"', '-mesquite', 'after:x']) {
    expect(await typed(people.clerk, q)).toMatchObject({ owners: [], files: [] })
  }
})

test('R15.61 an owner of several counties is found once, with the names of those that the person sees', async () => {
  const { counties, people, pool } = portal
  await pool.query(
    `INSERT INTO organization VALUES (510, 'Yucca Pipe');
     INSERT INTO county_organization VALUES (${counties.winkler}, 510, 'Yucca Pipe'), (${counties.loving}, 510, 'Yucca Pipe')`,
  )
  const first = Math.min(counties.loving, counties.winkler)
  const owner = { PartyNumber: 510, Name: 'Yucca Pipe' }
  expect((await typed(people.administrator, 'yucca')).owners).toEqual([
    { ...owner, CountyID: first, Counties: ['Loving', 'Winkler'] },
  ])
  expect((await typed(people.clerk, 'yucca')).owners).toEqual([
    { ...owner, CountyID: counties.loving, Counties: ['Loving'] },
  ])
})

test('R15.59 a person of many counties finds the owners of each of them, and of no other', async () => {
  const { pool } = portal
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO county (name, created_at) SELECT 'Many ' || n, now() FROM generate_series(1, 13) AS n RETURNING id`,
  )
  const ids = rows.map(({ id }) => id)
  await pool.query(
    `INSERT INTO organization SELECT 7000 + n, 'Palo Verde ' || n FROM generate_series(1, 13) AS n`,
  )
  await pool.query(
    `INSERT INTO county_organization (county_id, party_number, name)
     SELECT id, 7000 + n, 'PALO VERDE' FROM unnest($1::integer[]) WITH ORDINALITY AS of (id, n)`,
    [ids],
  )
  const person = await portal.addPerson({
    email: 'many@firm.example',
    role: 'staff',
    countyIds: ids.slice(0, 12),
  })
  const numbers = async (q: string) => (await typed(person, q)).owners.map(({ PartyNumber }) => PartyNumber)
  expect(await numbers('palo verde 12')).toEqual([7012])
  expect(await numbers('7011')).toEqual([7011])
  expect(await numbers('palo verde 13')).toEqual([])
  expect(await numbers('palo verde')).toHaveLength(5)
})

test('R15.45 while typing, words before the last one may be beginnings, too', async () => {
  const { counties, people } = portal
  const document = await calls.add({
    county: counties.loving,
    by: people.clerk,
    name: 'Nacogdoches 2024.pdf',
  })
  await calls.add({ county: counties.winkler, by: people.neighbor, name: 'Nacogdoches 2024.pdf' })
  await indexAll()
  for (const q of ['nacog', 'nacog 2024', '2024 nacog']) {
    expect([q, (await typed(people.clerk, q)).files.map(({ FileID }) => FileID)]).toEqual([q, [document]])
  }
})

test('R15.21 the number of a document or receipt leads there, for people who may see it', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Numbered.pdf' })
  const here = { kind: 'file', FileID: document, FileName: 'Numbered.pdf' }
  expect((await typed(people.clerk, String(document))).goTo).toEqual(here)
  expect((await typed(people.clerk, `#${document}`)).goTo).toEqual(here)
  expect((await typed(people.neighbor, String(document))).goTo).toBeNull()
  await portal.pool.query(
    `INSERT INTO receipt (number, batch, county_id, county_name, account_id, sender, made_at, clock, clock_ahead_ms, check_code)
     VALUES ('R-2026-1111-2222', 'b', $1, 'Loving', $2, 'clerk', now(), 'kept', 0, 'x')`,
    [counties.loving, people.clerk.accountId],
  )
  const receipt = { kind: 'receipt', number: 'R-2026-1111-2222' }
  expect((await typed(people.colleague, 'r-2026-1111-2222')).goTo).toEqual(receipt)
  expect((await typed(people.neighbor, 'R-2026-1111-2222')).goTo).toBeNull()
})

test('R15.22 a row shows the first line of its text with a hit, which is recorded as a read', async () => {
  const { counties, people } = portal
  const document = await calls.add({
    county: counties.loving,
    by: people.clerk,
    text: ['Cover page', 'The pumpjack of Señor Núñez stands near Mentone'],
  })
  await indexAll()
  const { body } = await calls.search(people.colleague, { q: 'nunez' })
  const [row] = body.files
  expect(row?.hit).toEqual({
    page: 2,
    text: 'The pumpjack of Señor Núñez stands near Mentone',
    places: [{ start: 22, end: 27 }],
  })
  const { rows } = await portal.pool.query<{ who: string; after: object }>(
    `SELECT who, after FROM ${AUDIT_AS_TOLD} ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ who: people.colleague.email, after: { query: 'nunez', files: [document] } }])
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = 'pending'
     WHERE key = (SELECT storage_key FROM document WHERE id = $1)`,
    [document],
  )
  expect((await calls.search(people.colleague, { q: 'nunez' })).body.files[0]).not.toHaveProperty('hit')
})

test('R15.58 the lines of a search are recorded once in ten minutes, and those of other files again', async () => {
  const { counties, people, pool, clock } = portal
  const text = ['A wellhead called Xylograph']
  await calls.add({ county: counties.loving, by: people.clerk, text })
  await calls.add({ county: counties.loving, by: people.clerk, text })
  await indexAll()
  const q = 'xylograph'
  const records = async () =>
    (
      await pool.query<{ files: number }>(
        `SELECT jsonb_array_length(after -> 'files') AS files FROM audit_record
         WHERE action = 'search.lines_read' AND after ->> 'query' = $1 ORDER BY id`,
        [q],
      )
    ).rows.map(({ files }) => files)
  const first = { q, pageSize: 1 }
  for (let round = 0; round < 3; round += 1) await calls.search(people.colleague, first)
  expect(await records()).toEqual([1])
  await calls.search(people.colleague, { q })
  await calls.search(people.colleague, { ...first, page: 2 })
  expect(await records()).toEqual([1, 2])
  await calls.search(people.clerk, { q })
  expect(await records()).toEqual([1, 2, 2])
  clock.advance(600_000)
  await Promise.all([calls.search(people.clerk, { q }), calls.search(people.clerk, { q })])
  expect(await records()).toEqual([1, 2, 2, 2])
})

test.each([
  ['fileType', 'pdf', 'excel'],
  ['appraisalYear', 2026, 2025],
  ['receivedFrom', '2026-03-01', '2026-03-02'],
  ['receivedTo', '2026-03-01', '2026-02-28'],
  ['uploadedBy', 'clerk', 'nobody'],
  ['hasOwner', 'no', 'yes'],
  ['duplicates', 'no', 'yes'],
  ['unreadable', 'no', 'yes'],
  ['minSize', 100, 101],
  ['maxSize', 100, 99],
])('R15.23 the filter %s=%s shows a document that %s hides', async (name, shows, hides) => {
  const { neighbor } = portal.people
  const file = `filtered ${name}.pdf`
  const clerk = await portal.addPerson({
    email: `clerk-of-${name}@winkler.example`,
    countyId: portal.counties.winkler,
  })
  const document = await calls.add({ county: portal.counties.winkler, by: clerk, name: file })
  await indexAll()
  const q = `"filtered ${name}"`
  expect(await calls.found(neighbor, q, { [name]: shows })).toEqual([document])
  expect(await calls.found(neighbor, q, { [name]: hides })).toEqual([])
  const { body } = await calls.search(neighbor, { [name]: shows })
  expect(body.files.map(({ FileID }) => FileID)).toContain(document)
  expect(body).not.toHaveProperty('search')
})

test('R14.21 the filter for unreadable documents finds partly read ones, and no other read ones', async () => {
  const { counties, people, pool } = portal
  const add = (name: string) => calls.add({ county: counties.winkler, by: people.neighbor, name })
  const [whole, partly, unreadable] = [
    await add('partly a.pdf'),
    await add('partly b.pdf'),
    await add('partly c.pdf'),
  ]
  await pool.query(
    `UPDATE document_text SET pages = 3, unread_pages = CASE WHEN document_id = $1 THEN 1 ELSE 0 END,
       state = CASE WHEN document_id = $2 THEN 'unreadable' ELSE 'read' END,
       reason = CASE WHEN document_id = $2 THEN 'damaged' END WHERE document_id = ANY ($3::integer[])`,
    [partly, unreadable, [whole, partly, unreadable]],
  )
  await indexAll()
  const found = (value: string) => calls.found(people.neighbor, 'partly', { unreadable: value })
  expect((await found('yes')).toSorted((one, other) => one - other)).toEqual([partly, unreadable])
  expect(await found('no')).toEqual([whole])
})

test('R15.57 the filter for the uploader finds the full names of those only whom the reader may know', async () => {
  const { counties, people, pool } = portal
  const { staff, clerk, colleague, administrator } = people
  for (const [{ accountId }, fullName] of [
    [staff, 'Quincy Firmament'],
    [clerk, 'Quincy Countyman'],
  ] as const) {
    await pool.query('UPDATE account SET full_name = $2 WHERE id = $1', [accountId, fullName])
  }
  const ofStaff = await calls.add({ county: counties.loving, by: staff, name: 'of staff.pdf' })
  const ofClerk = await calls.add({ county: counties.loving, by: clerk, name: 'of clerk.pdf' })
  const foundBy = async (person: TestPerson, uploadedBy: string) =>
    (await calls.search(person, { uploadedBy })).body.files
      .map(({ FileID }) => FileID)
      .filter((id) => id === ofStaff || id === ofClerk)
      .toSorted((one, other) => one - other)
  expect(await foundBy(administrator, 'quincy')).toEqual([ofStaff, ofClerk])
  expect(await foundBy(colleague, 'quincy')).toEqual([ofClerk])
  expect(await foundBy(colleague, 'firmament')).toEqual([])
  expect(await foundBy(colleague, staff.email)).toEqual([ofStaff])
})

test('R15.60 a search finds an upload by the address of its uploader, and nobody by a full name that they may not know', async () => {
  const { counties, people, pool } = portal
  const { staff, colleague } = people
  await pool.query(`UPDATE account SET full_name = 'Zephyrina Quixley' WHERE id = $1`, [staff.accountId])
  const document = await calls.add({ county: counties.loving, by: staff, name: 'named.pdf' })
  await indexAll()
  expect(await calls.found(colleague, staff.email)).toContain(document)
  for (const q of ['zephyrina', 'quixley', 'zephyr*'])
    expect([q, await calls.found(colleague, q)]).toEqual([q, []])
  const { body } = await calls.search(colleague, { q: 'zephyrna' })
  expect(JSON.stringify(body)).not.toContain('zephyrina')
})

test('R15.23 a duplicate in another county is none', async () => {
  const { counties, people } = portal
  const twin = { name: 'Same bytes.pdf' }
  const document = await calls.add({ ...twin, county: counties.loving, by: people.clerk })
  await calls.add({ ...twin, county: counties.winkler, by: people.neighbor })
  await indexAll()
  expect(await calls.found(people.clerk, 'same', { duplicates: 'yes' })).toEqual([])
  expect(await calls.found(people.administrator, 'same', { duplicates: 'yes' })).toHaveLength(2)
  const again = await calls.add({ ...twin, county: counties.loving, by: people.clerk })
  await indexAll()
  expect(await calls.found(people.clerk, 'same', { duplicates: 'yes' })).toEqual([again, document])
})

test('R15.36 rows of hits are read in the scope only, in each order, whatever the hits are', async () => {
  const { counties, people, world } = portal
  const { kysely } = world.database
  const document = await calls.add({ county: counties.loving, by: people.clerk })
  const other = await calls.add({ county: counties.winkler, by: people.neighbor })
  const own = await calls.add({ by: people.staff })
  const ids = [own, other, document]
  const rowsOf = async (scope: CountyScope) => {
    const inOrder = await readRowsInOrder(kysely, ids, scope)
    const listed = await readListedPage(kysely, { scope, ids, page: 1, pageSize: 50, beside: null })
    const found = [inOrder, listed.rows].map((rows) => rows.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(found[1]).toEqual(found[0])
    return found[0]
  }
  expect(await rowsOf({ kind: 'counties', countyIds: [counties.loving] })).toEqual([document])
  expect(await rowsOf({ kind: 'own', accountId: people.staff.accountId })).toEqual([own])
  expect(await rowsOf({ kind: 'all' })).toEqual([document, other, own])
})

test('R15.35 in one county, a duplicate in another county of the person is none', async () => {
  const { counties, people } = portal
  const twin = { name: 'Border bytes.pdf' }
  const document = await calls.add({ ...twin, county: counties.loving, by: people.clerk })
  const other = await calls.add({ ...twin, county: counties.winkler, by: people.neighbor })
  await indexAll()
  const found = async (filters: Readonly<Record<string, string | number>>) => {
    const { body } = await calls.search(people.administrator, { q: 'border', ...filters })
    return body.files.map(({ FileID }) => FileID)
  }
  for (const order of ['status', 'best', 'fileId']) {
    const inLoving = { countyId: counties.loving, order }
    expect([order, await found({ ...inLoving, duplicates: 'yes' })]).toEqual([order, []])
    expect([order, await found({ ...inLoving, duplicates: 'no' })]).toEqual([order, [document]])
    const both = await found({ order, duplicates: 'yes' })
    expect(both.toSorted((one, next) => one - next)).toEqual([document, other])
  }
})
