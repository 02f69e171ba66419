import { downloadUpload } from '@portal/contract/files/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { getStart, type StartPage } from '@portal/contract/start/start.ts'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { limitedReads } from '../../engines/database/limited-reads.repository.ts'
import { TimeOver } from '../../engines/database/time-limit.repository.ts'
import { recordOlder } from '../../testing/older-records.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import type { SignedAct } from '../../records/audit/record.ts'
import { accessOf } from '../../records/access/rights.ts'
import { findQuestions } from './start-files.repository.ts'
import { partsFor } from './start.policy.ts'
import { readStart, type StartSources } from './start.usecases.ts'

const CAST = {
  cast: {
    counties: { loving: 'Loving', winkler: 'Winkler' },
    people: {
      administrator: { email: 'admin@firm.example', role: 'administrator' },
      clerk: { county: 'loving' },
      colleague: { email: 'chief@loving.example', county: 'loving' },
      neighbor: { email: 'clerk@winkler.example', county: 'winkler' },
      manager: { email: 'manager@loving.example', county: 'loving', role: 'manager' },
      reader: { email: 'reader@loving.example', county: 'loving', role: 'reader' },
    },
  },
  now: '2026-04-08T12:00:00Z',
} as const

let portal: TestPortal<typeof CAST>

beforeAll(async () => {
  portal = await testPortal(CAST)
})
afterAll(() => portal.close())

const startOf = async (person: TestPerson, county?: number) => {
  const answer = await portal.call(person, getStart, { query: { county } })
  return { status: answer.statusCode, page: answer.json<StartPage>() }
}

type Added = {
  readonly county: number
  readonly by: TestPerson
  readonly status?: number
  readonly at?: string
  readonly year?: number
  readonly name?: string
}

async function add({
  county,
  by,
  status = 1,
  at = '2026-04-01T12:00:00Z',
  year = 2026,
  name = 'a.pdf',
}: Added) {
  const { rows } = await portal.pool.query<{ id: number }>(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     VALUES ($1, $2, 1, 1, $3, $4, $5, $6, 'application/pdf', 1, sha256('x'), gen_random_uuid()) RETURNING id`,
    [county, by.accountId, status, at, year, name],
  )
  return rows[0]?.id ?? 0
}

const ask = (id: number, person: TestPerson, dueDay: string | null) =>
  portal.pool.query(
    `INSERT INTO document_question (document_id, county_id, asked_by, asked_at, person_id, points, text, due_on)
     SELECT id, county_id, $2, now(), $3, '{}', 'Which well?', $4 FROM document WHERE id = $1`,
    [id, portal.people.administrator.accountId, person.accountId, dueDay],
  )

const remove = () => portal.pool.query('DELETE FROM document')

const bin = (id: number) =>
  portal.pool.query('UPDATE document SET deleted_at = now(), deleted_by = uploaded_by WHERE id = $1', [id])

test('R18.2 counts the documents of the appraisal year by status, in the county of the caller only', async () => {
  const { counties, people } = portal
  const { loving, winkler } = counties
  const { clerk, neighbor, administrator } = people
  for (const status of [1, 1, 3, 4, 2]) await add({ county: loving, by: clerk, status })
  await add({ county: loving, by: clerk, at: '2025-04-01T12:00:00Z', year: 2025 })
  await add({ county: winkler, by: neighbor })
  const ofLoving = { new: 2, inProgress: 1, needsMoreInfo: 1, completed: 1 }
  const { page } = await startOf(clerk)
  expect(page.appraisalYear).toBe(2026)
  expect(page.byStatus).toEqual({
    all: ofLoving,
    counties: [{ CountyID: loving, CountyName: 'Loving', ...ofLoving }],
    countyTotal: 1,
  })
  const all = (await startOf(administrator)).page.byStatus
  expect(all?.all).toEqual({ ...ofLoving, new: 3 })
  expect(all?.counties.map(({ CountyName, new: waiting }) => [CountyName, waiting])).toEqual([
    ['Loving', 2],
    ['Winkler', 1],
  ])
  expect((await startOf(administrator, winkler)).page.byStatus?.all).toMatchObject({ new: 1, completed: 0 })
  await remove()
})

test('R18.2 a document of the hours between the years in UTC and in the zone of the firm counts in its appraisal year', async () => {
  const { counties, people } = portal
  const night = { county: counties.loving, by: people.clerk }
  // Before midnight in Chicago it is the next year in UTC already.
  await add({ ...night, at: '2026-01-01T03:00:00Z', year: 2025 })
  await add({ ...night, at: '2027-01-01T03:00:00Z', year: 2026, status: 3 })
  await add({ ...night, at: '2026-01-01T06:00:00Z', year: 2026, status: 4 })
  const expected = { new: 0, inProgress: 1, needsMoreInfo: 1, completed: 0 }
  for (const person of [people.clerk, people.administrator]) {
    expect((await startOf(person)).page.byStatus?.all).toEqual(expected)
  }
  await portal.pool.query('SELECT fold_document_counts(5000)')
  expect((await startOf(people.clerk)).page.byStatus?.all).toEqual(expected)
  await remove()
})

test('R18.3 lists what needs an answer: the own uploads of the caller first, then the newest of the county', async () => {
  const { counties, people } = portal
  const { clerk, colleague, neighbor } = people
  const asked = { county: counties.loving, status: 4 }
  const own = await add({ ...asked, by: clerk, at: '2026-02-01T12:00:00Z' })
  const others: number[] = []
  for (const day of [1, 2, 3, 4, 5]) {
    others.unshift(await add({ ...asked, by: colleague, at: `2026-03-0${day}T12:00:00Z` }))
  }
  await add({ county: counties.winkler, status: 4, by: neighbor })
  await bin(await add({ ...asked, by: clerk, at: '2026-03-06T12:00:00Z' }))
  const { needsAnswer } = (await startOf(clerk)).page
  expect(needsAnswer?.total).toBe(6)
  expect(needsAnswer?.files.map(({ FileID, isOwn }) => [FileID, isOwn])).toEqual([
    [own, true],
    ...others.slice(0, 4).map((id) => [id, false]),
  ])
  await remove()
})

test('R18.3 an open question to the caller comes first, the first due first and without a due day last', async () => {
  const { counties, people } = portal
  const { clerk, colleague } = people
  const inLoving = { county: counties.loving, by: clerk, status: 4 }
  const months = [1, 2, 3].map((month) => `2025-0${month}-01T12:00:00Z`)
  const [first = 0, second = 0, undated = 0] = await Promise.all(months.map((at) => add({ ...inLoving, at })))
  const ofColleague = await add({ ...inLoving, by: colleague, at: '2025-01-02T12:00:00Z' })
  const newer: number[] = []
  for (const day of [1, 2, 3, 4, 5, 6])
    newer.unshift(await add({ ...inLoving, at: `2026-03-0${day}T12:00:00Z` }))
  await ask(undated, clerk, null)
  await ask(second, clerk, '2026-05-02')
  await ask(ofColleague, clerk, '2026-05-01')
  await ask(first, clerk, '2026-04-09')
  await ask(newer[0] ?? 0, colleague, '2026-04-08')
  const { needsAnswer } = (await startOf(clerk)).page
  expect(needsAnswer?.files.map(({ FileID }) => FileID)).toEqual([
    first,
    ofColleague,
    second,
    undated,
    newer[0],
  ])
  await remove()
})

test('R18.34 the own uploads come first although any number of newer documents needs an answer', async () => {
  const { counties, people, pool } = portal
  const { clerk, colleague } = people
  const own = await add({ county: counties.loving, by: clerk, status: 4, at: '2026-02-01T12:00:00Z' })
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1, $2, 1, 1, 4, '2026-03-01'::timestamptz + n * interval '1 minute', 2026, 'b.pdf', 'application/pdf', 1,
       sha256('x'), gen_random_uuid() FROM generate_series(1, 250) AS n`,
    [counties.loving, colleague.accountId],
  )
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM document ORDER BY uploaded_at DESC LIMIT 4',
  )
  const shown = async () =>
    (await startOf(clerk)).page.needsAnswer?.files.map(({ FileID, isOwn }) => [FileID, isOwn])
  expect(await shown()).toEqual([[own, true], ...rows.map(({ id }) => [id, false])])
  const owns = [own]
  for (const day of [2, 3, 4, 5, 6]) {
    const at = `2026-02-0${day}T12:00:00Z`
    owns.unshift(await add({ county: counties.loving, by: clerk, status: 4, at }))
  }
  expect(await shown()).toEqual(owns.slice(0, 5).map((id) => [id, true]))
  await remove()
})

test('R18.34 the documents that need an answer are found without a look at all of them', async () => {
  const { counties, people, pool, world } = portal
  const { clerk, colleague } = people
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1, CASE WHEN n % 500 = 0 THEN $2 ELSE $3 END::integer, 1, 1, CASE WHEN n % 2 = 0 THEN 4 ELSE 1 END,
       '2026-03-01'::timestamptz + n * interval '1 minute', 2026, 'c.pdf', 'application/pdf', 1, sha256('x'), gen_random_uuid()
     FROM generate_series(1, 4000) AS n`,
    [counties.loving, clerk.accountId, colleague.accountId],
  )
  // Far more questions than the page has places.
  await pool.query(
    `INSERT INTO document_question (document_id, county_id, asked_by, asked_at, person_id, points, text, due_on)
     SELECT id, county_id, $1, now(), $1, '{}', 'Which well?', '2026-05-01'::date + id % 7 FROM document
     WHERE status_id = 4 ORDER BY id LIMIT 1000`,
    [clerk.accountId],
  )
  await pool.query('VACUUM (ANALYZE) document, document_question')
  const scope = { kind: 'counties', countyIds: [counties.loving] } as const
  const read = await world.database.kysely.transaction().execute(async (transaction) => {
    const before = await documentsRead(transaction)
    await findQuestions(transaction, { scope, accountId: clerk.accountId, most: 5 })
    return (await documentsRead(transaction)) - before
  })
  // Ten of the newest, five own ones and five asked ones. A row may be read again by its index.
  expect(read).toBeLessThanOrEqual(60)
  await remove()
})

/** Rows of documents that the transaction has read, with those of earlier ones that are not reported yet. */
async function documentsRead(transaction: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read
    FROM pg_stat_xact_user_tables WHERE relname = 'document'`.execute(transaction)
  return rows[0]?.read ?? Number.NaN
}

test('R18.4 lists the last five uploads of the caller, each with its first receipt', async () => {
  const { counties, people } = portal
  const { clerk, colleague } = people
  const files: number[] = []
  for (const name of ['1', '2', '3', '4', '5', '6']) {
    files.unshift(await add({ county: counties.loving, by: clerk, name: `${name}.pdf` }))
  }
  await add({ county: counties.loving, by: colleague })
  // The county was taken away from the caller after the upload.
  await add({ county: counties.winkler, by: clerk })
  await bin(await add({ county: counties.loving, by: clerk }))
  for (const [number, person, file] of [
    ['R-2026-0000-0001', clerk, files[0]],
    ['R-2026-0000-0002', clerk, files[0]],
    ['R-2026-0000-0003', colleague, files[1]],
  ] as const) {
    await portal.pool.query(
      `WITH made AS (
         INSERT INTO receipt (number, batch, county_id, county_name, account_id, sender, made_at, clock, clock_ahead_ms, check_code)
         VALUES ($4, $4, $1, 'Loving', $2, 'clerk', now(), 'kept', 0, $4) RETURNING id)
       INSERT INTO receipt_file (receipt_id, document_id, file_name, byte_size, sha256, received_at)
       SELECT id, $3, '6.pdf', 1, sha256('x'), now() FROM made`,
      [counties.loving, person.accountId, file, number],
    )
  }
  const { uploads } = (await startOf(clerk)).page
  expect(uploads?.map(({ FileID }) => FileID)).toEqual(files.slice(0, 5))
  expect(uploads?.map(({ receipt }) => receipt)).toEqual(['R-2026-0000-0001', null, null, null, null])
  expect(uploads?.[0]).toMatchObject({ FileName: '6.pdf', Status: 'New', CountyName: 'Loving' })
  await remove()
})

test('R18.5 counts for a manager expired invitations and people without two-step verification, and lists what changed', async () => {
  const { counties, people } = portal
  const before = (await startOf(people.manager)).page.people
  await portal.pool.query(
    `WITH invited AS (
       INSERT INTO account (email, role, county_id, created_at)
       SELECT x.email, 'user', $1, '2026-03-01' FROM (VALUES ('late@loving.example'), ('fresh@loving.example'), ('late-and-disabled@loving.example')) AS x (email)
       RETURNING id, email)
     INSERT INTO token (account_id, kind, token_hash, created_at, expires_at)
     SELECT id, 'first-password', sha256(email::bytea), '2026-03-01',
       CASE WHEN email LIKE 'late%' THEN '2026-03-04'::timestamptz ELSE '2026-05-01' END FROM invited`,
    [counties.loving],
  )
  // The mail of the invitation has not made its link yet.
  await portal.pool.query(
    `INSERT INTO account (email, role, county_id, created_at) VALUES ('new@loving.example', 'user', $1, '2026-04-08T11:59:00Z')`,
    [counties.loving],
  )
  await portal.pool.query(`UPDATE account SET disabled_at = now() WHERE email LIKE 'late-and-disabled@%'`)
  const { page } = await startOf(people.manager)
  expect(page.people).toEqual({
    expiredInvitations: 1,
    // The people of the county who can sign in: the cast.
    withoutTwoStep: before?.withoutTwoStep,
  })
  expect(before?.withoutTwoStep).toBe(4)
  const file = await storeDocument(portal, people.clerk)
  await portal.call(people.clerk, downloadUpload, { params: { fileId: file } })
  const { lately } = (await startOf(people.manager)).page
  expect(lately).toHaveLength(5)
  expect(lately?.[0]).toMatchObject({ kind: 'document.uploaded', FileID: file })
  await remove()
})

test('R18.31 a page of looks at documents leaves the last five changes in Lately', async () => {
  const { counties, people, world } = portal
  const files: number[] = []
  for (let n = 0; n < 5; n++) files.unshift(await storeDocument(portal, people.clerk))
  const looks = Array.from({ length: PAGE_SIZE }, (_, n): SignedAct => ({
    at: new Date(Date.parse('2026-04-08T13:00:00Z') + n),
    actor: { kind: 'command line' },
    action: n % 2 === 0 ? 'document.downloaded' : 'document.viewed',
    subject: { kind: 'document', id: files[0] ?? 0 },
    countyId: counties.loving,
  }))
  await world.database.kysely.transaction().execute((transaction) => recordOlder(transaction, looks))
  const { lately } = (await startOf(people.manager)).page
  expect(lately?.map(({ kind, FileID }) => [kind, FileID])).toEqual(
    files.map((id) => ['document.uploaded', id]),
  )
  await remove()
})

test('R18.6 counts the desk of the firm with the oldest document of each list', async () => {
  const { counties, people } = portal
  const { administrator, clerk } = people
  const owned = await add({ county: counties.loving, by: clerk, at: '2026-02-01T12:00:00Z' })
  await add({ county: counties.loving, by: clerk, at: '2025-03-01T12:00:00Z', year: 2025 })
  await add({ county: counties.winkler, by: clerk, at: '2026-03-02T12:00:00Z' })
  await bin(await add({ county: counties.loving, by: clerk, at: '2024-03-02T12:00:00Z', year: 2024 }))
  await portal.pool.query(
    `INSERT INTO organization VALUES (9001, 'Sandhill Royalty');
     INSERT INTO county_organization VALUES (${counties.loving}, 9001, 'Sandhill');
     INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
       VALUES (${owned}, 9001, 1, ${counties.loving}, now(), ${clerk.accountId})`,
  )
  const none = { documents: 0, isExact: true, oldestAt: null }
  expect((await startOf(administrator)).page.desk).toEqual([
    { key: 'new', documents: 3, isExact: true, oldestAt: '2025-03-01T12:00:00.000Z' },
    { key: 'newWithoutOwner', documents: 2, isExact: true, oldestAt: '2025-03-01T12:00:00.000Z' },
    { key: 'needsMoreInfo', ...none },
  ])
  expect(
    (await startOf(administrator, counties.winkler)).page.desk?.map(({ documents }) => documents),
  ).toEqual([1, 1, 0])
  await remove()
})

test('R18.6 a count that stops at its limit is not exact', async () => {
  const { counties, people, pool } = portal
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1, $2, 1, 1, 1, '2026-03-01'::timestamptz + n * interval '1 second', 2026, 'd.pdf', 'application/pdf', 1,
       sha256('x'), gen_random_uuid() FROM generate_series(1, 5000) AS n`,
    [counties.loving, people.clerk.accountId],
  )
  const unowned = async () => (await startOf(people.administrator)).page.desk?.[1]
  expect(await unowned()).toMatchObject({ key: 'newWithoutOwner', documents: 5000, isExact: true })
  await add({ county: counties.loving, by: people.clerk })
  expect(await unowned()).toMatchObject({ key: 'newWithoutOwner', documents: 5000, isExact: false })
  await remove()
})

test('R18.2 counties with more new documents come first, then those with more open questions, then by name', async () => {
  const { pool, people } = portal
  const names = ['Dimmit', 'Culberson', 'Brewster', 'Andrews']
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO county (name, created_at) SELECT name, now() FROM unnest($1::text[]) AS name RETURNING id`,
    [names],
  )
  const [dimmit = 0, culberson = 0, brewster = 0, andrews = 0] = rows.map(({ id }) => id)
  const statuses = [
    [culberson, [1]],
    [andrews, [1]],
    [brewster, [1, 4]],
    [dimmit, [1, 1]],
  ] as const
  for (const [county, all] of statuses)
    for (const status of all) await add({ county, by: people.clerk, status })
  const { byStatus } = (await startOf(people.administrator)).page
  expect(byStatus?.counties.map(({ CountyName }) => CountyName).slice(0, 4)).toEqual([
    'Dimmit',
    'Brewster',
    'Andrews',
    'Culberson',
  ])
  await remove()
  await pool.query('DELETE FROM county WHERE id = ANY ($1::integer[])', [rows.map(({ id }) => id)])
})

test('R18.7 says what waits for an administrator, and the warnings of System status', async () => {
  const { administrator } = portal.people
  await portal.pool.query(
    `INSERT INTO mail_delivery (id, sha256, byte_size, message_id, sender, recipient, subject, arrived_at, state, reason, mailbox_name)
     VALUES (gen_random_uuid(), sha256('m'), 1, '', 'a@b.example', 'c@d.example', 's', '2026-04-06T12:00:00Z', 'waiting', 'unknown', 'm');
     INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, state, reason)
     SELECT gen_random_uuid(), ${portal.counties.loving}, 'Loving', 'a.exe', at::timestamptz, 'refused', 'type'
     FROM unnest('{2026-04-07T12:00:00Z,2026-03-01T12:00:00Z}'::text[]) AS at;
     INSERT INTO drop_file_done (drop_file_id, done_at) SELECT id, now() FROM drop_file WHERE taken_at < '2026-04-01'`,
  )
  const { page } = await startOf(administrator)
  expect(page.waiting).toEqual({
    mails: { count: 1, oldestAt: '2026-04-06T12:00:00.000Z' },
    virusChecks: { count: 0, oldestAt: null },
    droppedFiles: { count: 1, oldestAt: '2026-04-07T12:00:00.000Z' },
  })
  expect(page.system?.isReady).toBe(true)
  await portal.pool.query('DELETE FROM mail_delivery; DELETE FROM drop_file_done; DELETE FROM drop_file')
})

test('R18.1 each person gets their own parts, and nobody the county of others', async () => {
  const { people, counties } = portal
  const partsOf = async (person: TestPerson) => Object.keys((await startOf(person)).page)
  expect(await partsOf(people.reader)).toEqual(['appraisalYear', 'byStatus'])
  expect(await partsOf(people.clerk)).toEqual(['appraisalYear', 'byStatus', 'needsAnswer', 'uploads'])
  expect(await partsOf(people.manager)).toEqual([
    'appraisalYear',
    'byStatus',
    'needsAnswer',
    'people',
    'lately',
  ])
  expect(await partsOf(people.administrator)).toEqual([
    'appraisalYear',
    'byStatus',
    'desk',
    'waiting',
    'system',
  ])
  expect([...partsFor(accessOf({ role: 'staff', countyIds: [1] }))]).toEqual(['byStatus', 'desk'])
  expect((await startOf(people.clerk, counties.winkler)).status).toBe(403)
})

test('R18.8 a part that fails or hangs is null, and the others are there', async () => {
  const context = contextOfPerson(portal.world, { ...portal.people.administrator, isAdmin: true })
  const sources: StartSources = {
    readHealth: () => Promise.withResolvers<never>().promise,
    findWaiting: async () => {
      throw new Error('The table is gone.')
    },
    listLastChanges: async () => [],
  }
  const page = await readStart(context, { county: undefined }, sources)
  expect(page).toMatchObject({ waiting: null, system: null, byStatus: { countyTotal: 2 } })
})

test('R18.30 the database ends the statements of a part that takes too long', async () => {
  const { pool, world, people } = portal
  const context = contextOfPerson(world, { ...people.administrator, isAdmin: true })
  const sources: StartSources = {
    readHealth: async () => Promise.reject(new Error('Not asked.')),
    findWaiting: async ({ database }) => {
      await sql`SELECT pg_sleep(60), 'a slow part'`.execute(database.kysely)
      throw new Error('The statement has ended.')
    },
    listLastChanges: async () => [],
  }
  expect(await readStart(context, { county: undefined }, sources)).toMatchObject({ waiting: null })
  const running = `SELECT FROM pg_stat_activity WHERE query LIKE '%a slow part%' AND state = 'active' AND pid <> pg_backend_pid()`
  await expect.poll(async () => (await pool.query(running)).rowCount, { timeout: 5000 }).toBe(0)
})

test('R18.30 a part whose time is over begins no statement', async () => {
  const { kysely } = portal.world.database
  const now = performance.now.bind(performance)
  let isLate = false
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (isLate ? 60_000 : 0))
  const reads = limitedReads(kysely, performance.now() + 30_000)
  try {
    expect((await sql<{ n: number }>`SELECT 1 AS n`.execute(reads)).rows).toEqual([{ n: 1 }])
    isLate = true
    await expect(sql`SELECT 2`.execute(reads)).rejects.toThrow(TimeOver)
    await expect(reads.transaction().execute(async () => 3)).rejects.toThrow('no transactions')
  } finally {
    clock.mockRestore()
  }
})
