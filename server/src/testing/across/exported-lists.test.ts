import {
  exportCounties,
  listManagedCounties,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { exportVirusChecks, listVirusChecks, type VirusCheck } from '@portal/contract/files/virus-checks.ts'
import {
  exportDroppedFiles,
  listDroppedFiles,
  type DroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import { exportMails, listMails, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import {
  exportDeletedFiles,
  listDeletedFiles,
  type DeletedFile,
} from '@portal/contract/recycle-bin/recycle-bin.ts'
import { parse } from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { TWO_COUNTIES } from '../two-counties.ts'

/** Two portions, and the last is not full. */
const ROWS = 620

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  const { pool, counties, people } = portal
  await pool.query(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key, deleted_at, deleted_by)
     SELECT CASE n % 3 WHEN 0 THEN $2 ELSE $1 END::integer, CASE n % 3 WHEN 0 THEN $4 WHEN 1 THEN $5 ELSE $3 END::integer,
       1, 1, now(), 2026, '=file ' || n, 'application/pdf', 1, sha256('x'), 'bin ' || n,
       timestamptz '2026-01-01Z' + n / 7 * interval '1 hour', $3::integer
     FROM generate_series(1, $6::integer) n`,
    [
      counties.loving,
      counties.winkler,
      people.clerk.accountId,
      people.neighbor.accountId,
      people.colleague.accountId,
      ROWS,
    ],
  )
  await pool.query(
    `INSERT INTO mail_delivery (id, sha256, byte_size, message_id, sender, recipient, subject, arrived_at, state, reason, mailbox_name)
     SELECT gen_random_uuid(), sha256(n::text::bytea), n, '', 'a@b.example', 'c@d.example', '=subject ' || n,
       timestamptz '2026-01-01Z' + n / 7 * interval '1 hour', (ARRAY['waiting', 'refused'])[1 + (n % 10 = 0)::integer], 'unknown', 'm' || n
     FROM generate_series(1, $1::integer) n`,
    [ROWS],
  )
  await pool.query(
    `INSERT INTO mail_file (delivery_id, place, file_name, byte_size, state, starts_at, ends_at, encoding)
     SELECT id, place, 'plan ' || place || '.pdf', 1, 'open', 0, 1, '7bit' FROM mail_delivery, unnest('{1,2}'::integer[]) AS place
     WHERE subject = '=subject 7'`,
  )
  await pool.query(
    `INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, state, reason)
     SELECT gen_random_uuid(), $1, 'Loving', 'dropped ' || n, timestamptz '2026-01-01Z' + n / 7 * interval '1 hour', 'refused', 'type'
     FROM generate_series(1, $2::integer) n`,
    [counties.loving, ROWS],
  )
  await pool.query(
    `INSERT INTO drop_file_done (drop_file_id, done_at)
     SELECT id, timestamptz '2026-03-01Z' FROM drop_file WHERE file_name LIKE '%0'`,
  )
  await pool.query(
    `INSERT INTO stored_object (key, state, byte_size, sha256, scan_state, scan_finding, since)
     SELECT 'rejected ' || n, 'quarantined', 1, sha256('x'), 'infected', 'Eicar', now() FROM generate_series(1, $1::integer) n`,
    [ROWS],
  )
  await pool.query(
    `INSERT INTO refused_upload SELECT 'rejected ' || n, 'bad ' || n || '.pdf', $2, $3::integer,
       timestamptz '2026-01-01Z' + n / 7 * interval '1 hour' FROM generate_series(1, $1::integer) n`,
    [ROWS, counties.loving, people.clerk.accountId],
  )
})
afterAll(() => portal.close())

type Query = Readonly<Record<string, unknown>>

/** The rows of an export as objects by their headings, with the apostrophe of a disarmed formula. */
async function exported(person: TestPerson, call: Endpoint, query: Query): Promise<Record<string, string>[]> {
  const answer = await portal.call(person, call, { query })
  expect(answer.statusCode).toBe(200)
  const text = answer.body.replace('\uFEFF', '')
  return parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

async function listed<Row>(person: TestPerson, call: Endpoint, { query, of }: { query: Query; of: string }) {
  const rows: Row[] = []
  for (let after: unknown; ;) {
    const answer = await portal.call(person, call, { query: { ...query, after } })
    const page = answer.json<Record<string, Row[]> & { next?: string | null }>()
    rows.push(...(page[of] ?? []))
    if (typeof page.next !== 'string') return rows
    after = page.next
  }
}

async function lastRecord() {
  const { rows } = await portal.pool.query<{ after: unknown }>(
    `SELECT after FROM audit_record WHERE action = 'list.exported' ORDER BY id DESC LIMIT 1`,
  )
  return rows[0]?.after
}

test('R22.19 R22.13 the mailbox is exported by its status, with the files of each message, and recorded', async () => {
  const { administrator } = portal.people
  for (const state of ['waiting', 'refused']) {
    const rows = await exported(administrator, exportMails, { state })
    const mails = await listed<Mail>(administrator, listMails, { query: { state }, of: 'mails' })
    expect(rows.map(({ Subject }) => Subject)).toEqual(mails.map(({ subject }) => `'${subject}`))
    expect(await lastRecord()).toMatchObject({ list: 'mailbox', rows: mails.length })
  }
  const rows = await exported(administrator, exportMails, {})
  expect(rows.find(({ Subject }) => Subject === "'=subject 7")).toEqual(
    expect.objectContaining({
      Status: 'To review',
      From: 'a@b.example',
      Files: 'plan 1.pdf; plan 2.pdf',
      'Size (bytes)': '7',
    }),
  )
})

test('R22.19 the drop folder is exported as its lists show it, the open and the done files', async () => {
  const { administrator } = portal.people
  for (const state of ['open', 'done']) {
    const rows = await exported(administrator, exportDroppedFiles, { state })
    const files = await listed<DroppedFile>(administrator, listDroppedFiles, {
      query: { state },
      of: 'files',
    })
    expect(rows.map(({ File }) => File)).toEqual(files.map(({ fileName }) => fileName))
    expect(rows[0]).toMatchObject({ County: 'Loving', Status: 'Refused', Reason: 'type' })
    expect(await lastRecord()).toMatchObject({ list: 'drop-folder', rows: files.length })
  }
})

test('R22.19 R22.12 V8.2.2 the recycle bin is exported as each person sees it', async () => {
  const { people, counties } = portal
  for (const person of [people.administrator, people.clerk, people.neighbor]) {
    const rows = await exported(person, exportDeletedFiles, {})
    const files = await listed<DeletedFile>(person, listDeletedFiles, { query: {}, of: 'files' })
    expect(files.length).toBeGreaterThan(100)
    expect(rows.map((row) => Number(row['File ID']))).toEqual(files.map(({ FileID }) => FileID))
    expect(await lastRecord()).toMatchObject({ list: 'recycle-bin', rows: files.length })
  }
  const query = { countyId: counties.loving }
  const refused = await portal.call(people.neighbor, exportDeletedFiles, { query })
  expect(refused.statusCode).toBe(403)
})

test('R22.19 the virus checks are exported in the order of their list', async () => {
  const { administrator } = portal.people
  const rows = await exported(administrator, exportVirusChecks, {})
  const files = await listed<VirusCheck>(administrator, listVirusChecks, { query: {}, of: 'files' })
  expect(rows.map((row) => row['File name'])).toEqual(files.map(({ FileName }) => FileName))
  expect(rows).toHaveLength(ROWS)
  expect(rows[0]).toMatchObject({ Status: 'Refused', Finding: 'Eicar', County: 'Loving', 'File ID': '' })
})

test('R22.19 the counties are exported with their filters', async () => {
  const { administrator } = portal.people
  const query = { search: 'win', state: 'open' }
  const [county] = await listed<ManagedCounty>(administrator, listManagedCounties, { query, of: 'counties' })
  expect(await exported(administrator, exportCounties, query)).toEqual([
    expect.objectContaining({ Name: 'Winkler', Status: 'Open', People: String(county?.people) }),
  ])
  expect(await exported(administrator, exportCounties, {})).toHaveLength(2)
})

test.each([exportCounties, exportMails, exportDroppedFiles, exportVirusChecks])(
  'R22.19 V8.2.1 $path is refused to people without its right',
  async (call) => {
    expect((await portal.call(portal.people.clerk, call, {})).statusCode).toBe(403)
  },
)
