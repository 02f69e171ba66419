import type { Readable } from 'node:stream'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import { exportUploads, MAX_EXPORTED_HITS } from '@portal/contract/files/export-uploads.ts'
import { MAX_SORTED } from '@portal/contract/files/list-orders.ts'
import { parse } from 'papaparse'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accessOf } from '../../../records/access/rights.ts'
import type { PersonContext } from '../../../records/context.ts'
import { addManyDocuments } from '../../../testing/add-many-documents.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import { exportDocuments } from './export.usecases.ts'

const MINUTE_MS = 60_000

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    now: '2026-04-20T15:00:00Z',
    environment: { RATE_LIMIT: 'off' },
  })
})
afterAll(() => portal.close())

/** Those who have begun an export. A server has two at a time, so a failed test must not keep one. */
const readers: (() => void)[] = []
afterEach(() => {
  for (const leave of readers.splice(0)) leave()
})

/** A person of the staff of both counties, with the context of their session. */
async function editor(): Promise<{ person: TestPerson; context: PersonContext }> {
  const countyIds = [portal.counties.loving, portal.counties.winkler]
  const person = await portal.addPerson({ role: 'staff', countyIds })
  const context = contextOfPerson(portal.world, { ...person, role: 'staff' })
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
    person.accountId,
  ])
  const { actor } = context
  const access = accessOf({ role: 'staff', countyIds })
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  return {
    person,
    context: { ...context, actor: { ...actor, session, person: { ...actor.person, ...access } } },
  }
}

type Query = Partial<QueryOf<typeof exportUploads>>

/** An export whose reader has read nothing yet. */
async function begin(context: PersonContext, query: Query = {}) {
  const { body, onceSent } = await exportDocuments(context, { ...query, method: 'GET' })
  const leave = () => onceSent?.()
  readers.push(leave)
  return { body: body as Readable, leave }
}

async function recordsOf({ accountId }: TestPerson) {
  const { rows } = await portal.pool.query<{ county_id: number | null; after: Record<string, unknown> }>(
    `SELECT county_id, after FROM audit_record WHERE action = 'list.exported' AND account_id = $1 ORDER BY id`,
    [accountId],
  )
  return rows
}

test('R22.3 R22.4 a row of a document has each fact in its own column', async () => {
  const { counties, people, pool } = portal
  const { rows: types } = await pool.query<{ id: number; category: string; type: string; status: string }>(
    `SELECT t.id, c.name AS category, t.name AS type, (SELECT name FROM status WHERE id = 3) AS status
     FROM document_type AS t JOIN category AS c ON c.id = t.category_id WHERE t.category_id = 2 ORDER BY t.id LIMIT 1`,
  )
  const [names = { id: 0, category: '', type: '', status: '' }] = types
  expect(new Set([names.category, names.type, names.status, '']).size).toBe(4)
  const [id = 0] = await addManyDocuments(pool, 1, { county: counties.winkler, by: people.neighbor })
  await pool.query(
    `UPDATE document SET category_id = 2, type_id = $2, status_id = 3, description = '+1 "well"', appraisal_year = 2025,
       file_name = 'a,b.pdf', byte_size = 4321, extended = true, rendered = true, rendered_date = '2026-04-15',
       uploaded_at = '2026-07-01T18:00:05Z' WHERE id = $1`,
    [id, names.id],
  )
  await pool.query(
    `INSERT INTO organization (party_number, organization_name) VALUES (801, 'Zeta Oil'), (802, 'Alpha Gas')`,
  )
  await pool.query(
    `INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES (81, 'Ryan LLC', '0AB'), (82, 'Kroll', '')`,
  )
  await pool.query(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT $1, party, relation, $2, now(), $3 FROM (VALUES (801, 1), (802, 1), (802, 2)) AS l (party, relation)`,
    [id, counties.winkler, people.neighbor.accountId],
  )
  await pool.query(
    `INSERT INTO document_agent (document_id, agent_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT $1, agent, relation, $2, now(), $3 FROM (VALUES (81, 1), (81, 2), (82, 1)) AS l (agent, relation)`,
    [id, counties.winkler, people.neighbor.accountId],
  )
  await pool.query('INSERT INTO document_assignee VALUES ($1, $2, $2, now())', [
    id,
    people.neighbor.accountId,
  ])
  const { rows: hashes } = await pool.query<{ sha256: string }>(
    `SELECT encode(sha256, 'hex') AS sha256 FROM document WHERE id = $1`,
    [id],
  )
  const answer = await portal.call(people.neighbor, exportUploads)
  const [headings = [], row = []] = parse<string[]>(answer.body.replace('\uFEFF', ''), {
    delimiter: ',',
  }).data
  expect(Object.fromEntries(headings.map((heading, at) => [heading, row[at]]))).toEqual({
    'File ID': String(id),
    'Date (America/Chicago)': '2026-07-01 13:00:05',
    User: people.neighbor.email,
    Category: names.category,
    Type: names.type,
    'File name': 'a,b.pdf',
    Description: `'+1 "well"`,
    County: 'Winkler',
    Status: names.status,
    Owners: 'Alpha Gas; Zeta Oil',
    'Owner numbers': '802; 801',
    Agents: 'Kroll; Ryan LLC (0AB)',
    'Appraisal year': '2025',
    Rendered: 'Yes',
    'Rendered date': '2026-04-15',
    Extended: 'Yes',
    'Size (bytes)': '4321',
    'SHA-256': hashes[0]?.sha256,
    'Assigned to': people.neighbor.email,
  })
})

test('R22.13 an export is recorded before its first byte, with the text of its search', async () => {
  const { person, context } = await editor()
  const { leave } = await begin(context, { q: 'lease deed', columns: ['id', 'owner'] })
  expect(await recordsOf(person)).toEqual([
    {
      county_id: null,
      after: {
        list: 'documents',
        format: 'csv',
        filter: 'Search: lease deed',
        columns: ['id', 'owner'],
        rows: 0,
      },
    },
  ])
  leave()
})

test('R22.13 a request for the headers of an export neither exports nor records anything', async () => {
  const { person, context } = await editor()
  const answer = await portal.as(person)({ method: 'HEAD', url: '/api/files/export?format=xlsx' })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect(answer.headers['content-disposition']).toContain('filename="documents_2026-04-20.xlsx"')
  expect((await exportDocuments(context, { method: 'HEAD' })).body).toBeUndefined()
  expect(await recordsOf(person)).toEqual([])
  // It has taken no slot.
  const { leave } = await begin(context)
  leave()
})

test('R22.13 an export that cannot be recorded sends nothing, and lets go of its connection and slot', async () => {
  const { person, context } = await editor()
  const { actor } = context
  // The database refuses this text.
  const caller = { ...actor.caller, address: 'a\0b' }
  await expect(begin({ ...context, actor: { ...actor, caller } })).rejects.toThrow(
    'unsupported Unicode escape sequence',
  )
  const { rows } = await portal.pool.query(
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  expect(await recordsOf(person)).toEqual([])
  const { leave } = await begin(context)
  leave()
})

test('R22.8 an export ends after 15 minutes', async () => {
  const { context } = await editor()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { body, leave } = await begin(context)
    const failed = new Promise((resolve) => void body.once('error', resolve))
    vi.advanceTimersByTime(15 * MINUTE_MS - 1)
    expect(body.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(body.destroyed).toBe(true)
    expect(await failed).toMatchObject({ message: 'The export took too long.' })
    leave()
  } finally {
    vi.useRealTimers()
  }
})

test('R22.10 V8.3.2 a running export fails when its reader loses one of two counties', async () => {
  const { person, context } = await editor()
  const { counties, pool, people } = portal
  await addManyDocuments(pool, 4000, { county: counties.loving, by: people.clerk })
  const { body, leave } = await begin(context)
  const chunks = body[Symbol.asyncIterator]()
  await chunks.next()
  await pool.query('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
    person.accountId,
    counties.winkler,
  ])
  const rest = async () => {
    while ((await chunks.next()).done !== true);
  }
  await expect(rest()).rejects.toMatchObject({ status: 403 })
  leave()
})

test('R22.14 the limit of a search and of a sort is 50,000 documents: one more is refused', async () => {
  const { counties, people, pool } = portal
  const { context } = await editor()
  const asked: unknown[] = []
  const searchIndex: PersonContext['searchIndex'] = {
    ...context.searchIndex,
    search: async (_db, { most }) => {
      asked.push(most)
      return { ids: [], isComplete: true, corrections: [], leftOut: [], query: null }
    },
  }
  const { leave } = await begin({ ...context, searchIndex }, { q: 'lease' })
  leave()
  expect([MAX_EXPORTED_HITS, ...asked]).toEqual([50_000, 50_000])
  const inWinkler = { county: counties.winkler, by: people.staff }
  const query: Query = { countyId: counties.winkler, uploadedBy: people.staff.email, order: 'date' }
  await addManyDocuments(pool, MAX_SORTED, inWinkler)
  const most = await begin(context, query)
  most.leave()
  await addManyDocuments(pool, 1, inWinkler)
  await expect(begin(context, query)).rejects.toMatchObject({ code: 'documents.too_many_to_sort' })
})
