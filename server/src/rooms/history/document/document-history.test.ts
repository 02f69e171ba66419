import { patchRendered } from '@portal/contract/edit/edit-rendered.ts'
import { patchDescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { deleteUpload, downloadUpload } from '@portal/contract/files/files.ts'
import {
  exportDocumentHistory,
  getDocumentHistory,
  getDocumentHistoryPdf,
} from '@portal/contract/history/document-history.ts'
import { makeReceipts } from '@portal/contract/receipts/receipts.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAnchor } from '../../../records/audit/anchors/anchor-audit.ts'
import { readNewestAnchor } from '../../../records/audit/anchors/stored-anchors.ts'
import { AUDIT_EVENTS } from '../../../records/audit/events/audit-events.ts'
import { historyKindOf } from '../../../records/audit/events/document-history-kinds.ts'
import type { SignedAct } from '../../../records/audit/record.ts'
import { changeAsSuperuser } from '../../../testing/change-as-superuser.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { recordOlder } from '../../../testing/older-records.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { THREE_COUNTIES } from '../../../testing/three-counties.ts'
import { walkDocumentHistory } from './walk-document-history.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let administrator: TestPerson
let manager: TestPerson
let clerk: TestPerson
let reader: TestPerson
let neighbor: TestPerson

beforeAll(async () => {
  portal = await testPortal({ ...THREE_COUNTIES, now: '2026-04-20T15:00:00Z' })
  midland = portal.counties.midland
  administrator = portal.people.administrator
  const own = { countyIds: [midland] }
  manager = await portal.addPerson({ email: 'lead@midland.example', role: 'manager', ...own })
  clerk = await portal.addPerson({ email: 'clerk@midland.example', role: 'user', ...own })
  reader = await portal.addPerson({ email: 'reader@midland.example', role: 'reader', ...own })
  neighbor = await portal.addPerson({
    email: 'lead@ector.example',
    role: 'manager',
    countyIds: [portal.counties.ector],
  })
  await portal.pool.query(`UPDATE account SET full_name = split_part(email, '@', 1) || ' by name'`)
})
afterAll(() => portal.close())

type Page = ResultOf<typeof getDocumentHistory>

async function history(as: TestPerson, fileId: number, query: Record<string, string> = {}): Promise<Page> {
  const answer = await portal.call(as, getDocumentHistory, { params: { fileId }, query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Page>()
}

const statusFor = async (as: TestPerson, fileId: number) =>
  (await portal.call(as, getDocumentHistory, { params: { fileId } })).statusCode

const sentences = ({ events }: Page) => events.map(({ who, what }) => `${who} ${what}`)

async function act(fileId: number): Promise<void> {
  const ofFile = { params: { id: fileId } }
  portal.clock.advance(1000)
  await portal.call(administrator, patchStatus, { ...ofFile, payload: { statusId: 2, owners: [] } })
  portal.clock.advance(1000)
  await portal.call(administrator, patchRendered, {
    ...ofFile,
    payload: { rendered: true, renderedDate: '2026-04-15' },
  })
  portal.clock.advance(1000)
  await portal.call(administrator, patchDescriptionTypes, {
    ...ofFile,
    payload: { description: 'New wells', attachmentTypeId: 2 },
  })
  portal.clock.advance(1000)
  await download(reader, fileId)
}

const download = (as: TestPerson, fileId: number) => portal.call(as, downloadUpload, { params: { fileId } })

describe('R8.51 the history of a document', () => {
  let fileId: number
  beforeAll(async () => {
    fileId = await storeDocument(portal, clerk, { fileName: 'plat.pdf', description: 'Wells' })
    await act(fileId)
  })

  test('R8.51 R8.53 an administrator reads all of it, newest first, with the values before and after', async () => {
    const page = await history(administrator, fileId)
    expect(sentences(page)).toEqual([
      'reader@midland.example downloaded this file (plat.pdf)',
      'admin@staff.example changed Type and Description',
      'admin@staff.example changed Rendered and Rendered date',
      'admin@staff.example changed Status',
      'clerk@midland.example uploaded this file (plat.pdf)',
    ])
    expect(page.events.map(({ group }) => group)).toEqual([
      'read',
      'changed',
      'changed',
      'changed',
      'received',
    ])
    expect(page.events.slice(1, 4).map(({ changes }) => changes)).toEqual([
      [
        { field: 'Type', before: 'Rendition', after: expect.any(String) },
        { field: 'Description', before: 'Wells', after: 'New wells' },
      ],
      [
        { field: 'Rendered', before: 'No', after: 'Yes' },
        { field: 'Rendered date', before: null, after: '4/15/2026' },
      ],
      [{ field: 'Status', before: 'New', after: 'Completed' }],
    ])
    expect(page.events[0]).toMatchObject({ from: '127.0.0.1', times: 1 })
    expect(page.next).toBeNull()
  })

  test.each([
    ['read', ['downloaded this file (plat.pdf)']],
    ['changed', ['changed Type and Description', 'changed Rendered and Rendered date', 'changed Status']],
    ['received', ['uploaded this file (plat.pdf)']],
    ['moved', []],
  ])('R8.51 it can be filtered: %s', async (kind, found) => {
    expect((await history(administrator, fileId, { kind })).events.map(({ what }) => what)).toEqual(found)
  })

  test('R8.52 V8.2.2 people of the county read changes as Activity tells them, and only their own reads', async () => {
    expect(sentences(await history(clerk, fileId))).toEqual([
      'admin@staff.example changed description or type of this file',
      'admin@staff.example changed the rendered info of this file',
      'admin@staff.example changed Status',
      'clerk@midland.example uploaded this file (plat.pdf)',
    ])
    const own = await history(reader, fileId)
    expect(sentences(own)[0]).toBe('reader@midland.example downloaded this file (plat.pdf)')
    expect(own.events.map(({ from }) => from)).toEqual([null, null, null, null, null])
    expect(own.events.map(({ name }) => name)).toEqual(['reader by name', null, null, null, 'clerk by name'])
    expect(JSON.stringify(own)).not.toContain('Wells')
  })

  test('R8.53 V8.2.2 staff of the county, who may edit it, know how its facts were', async () => {
    const editor = await portal.addPerson({
      email: 'editor@staff.example',
      role: 'staff',
      countyIds: [midland],
    })
    const { events } = await history(editor, fileId, { kind: 'changed' })
    expect(events.map(({ what }) => what)).toEqual([
      'changed Type and Description',
      'changed Rendered and Rendered date',
      'changed Status',
    ])
    expect(events[0]?.changes[1]).toEqual({ field: 'Description', before: 'Wells', after: 'New wells' })
  })

  test('R8.52 a manager reads who read it in their county, without network addresses', async () => {
    const { events } = await history(manager, fileId, { kind: 'read' })
    expect(events.map(({ who, from }) => [who, from])).toEqual([[reader.email, null]])
  })

  test('R8.52 V8.2.2 records of another county are hidden from those who do not see all counties', async () => {
    const { kysely } = portal.world.database
    await kysely.transaction().execute((transaction) =>
      recordOlder(transaction, [
        {
          at: new Date('2025-02-01T12:00:00Z'),
          actor: { kind: 'command line' },
          action: 'document.restored',
          subject: { kind: 'document', id: fileId },
          countyId: portal.counties.ward,
        },
      ]),
    )
    expect((await history(administrator, fileId, { kind: 'moved' })).events).toHaveLength(1)
    expect((await history(manager, fileId, { kind: 'moved' })).events).toEqual([])
  })

  test('R8.51 R8.3 V8.2.2 a person of another county gets the response for a file that does not exist', async () => {
    const [foreign, nothing] = await Promise.all(
      [fileId, 999_999].map((id) => portal.call(neighbor, getDocumentHistory, { params: { fileId: id } })),
    )
    expect(foreign?.statusCode).toBe(404)
    expect(foreign?.body).toBe(nothing?.body)
  })

  test('R8.56 the receipt is named to those who may see it', async () => {
    const made = await portal.call(clerk, makeReceipts, { payload: { batch: 'a', fileIds: [fileId] } })
    const [receipt] = made.json<{ receipts: { Number: string }[] }>().receipts
    for (const who of [clerk, manager, administrator]) {
      const { events } = await history(who, fileId, { kind: 'received' })
      expect(events.map(({ receipts }) => receipts)).toEqual([[receipt?.Number]])
    }
  })
})

describe('R8.55 a deleted document', () => {
  let fileId: number
  beforeAll(async () => {
    fileId = await storeDocument(portal, clerk, { fileName: 'gone.pdf' })
    await portal.call(administrator, deleteUpload, { params: { fileId } })
  })

  test('R8.51 in the bin has its history for those who may restore it', async () => {
    expect(sentences(await history(clerk, fileId))[0]).toContain('moved to the recycle bin this file')
    expect(await statusFor(reader, fileId)).toBe(403)
    expect(await statusFor(neighbor, fileId)).toBe(404)
  })

  test('R8.55 V8.2.2 permanently has it for administrators only', async () => {
    await portal.call(administrator, deletePermanently, { params: { fileId } })
    expect(sentences(await history(administrator, fileId))[0]).toContain('permanently deleted this file')
    for (const who of [clerk, manager, reader, neighbor]) expect(await statusFor(who, fileId)).toBe(404)
    expect(await statusFor(administrator, 999_999)).toBe(404)
  })
})

describe('R8.54 pages of a long history', () => {
  const COUNT = 430
  let fileId: number
  beforeAll(async () => {
    fileId = await storeDocument(portal, clerk, { fileName: 'long.pdf' })
    const caller = { address: '192.0.2.7', isOfProxy: false, requestId: '' }
    const kinds = ['document.viewed', 'document.downloaded', 'document.viewed', 'document.status_set']
    const acts = Array.from({ length: COUNT }, (_, n): SignedAct => {
      // The last 120 are reads of one person. Several have the same moment.
      const action = n < 120 ? 'document.viewed' : (kinds[n % 4] ?? '')
      return {
        at: new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor((COUNT - n) / 7))),
        actor: { kind: 'proven', caller, account: { accountId: clerk.accountId, email: clerk.email } },
        action,
        subject: { kind: 'document', id: fileId },
        countyId: midland,
        ...(action === 'document.status_set' && {
          before: { status: `S${n}` },
          after: { status: `T${n}` },
        }),
      }
    })
    const { kysely } = portal.world.database
    await kysely.transaction().execute((transaction) => recordOlder(transaction, acts.toReversed()))
  })

  test('R8.54 have each event once, and join the reads of a person up to 100', async () => {
    const found: Page['events'][number][] = []
    let before = ''
    for (;;) {
      const page = await history(administrator, fileId, { before })
      expect(page.events.length).toBeLessThanOrEqual(25)
      found.push(...page.events)
      if (page.next === null) break
      before = page.next
    }
    expect(found.reduce((sum, { times }) => sum + times, 0)).toBe(COUNT + 1)
    const [upload, first, second, change, later] = found
    expect(upload?.what).toBe('uploaded this file (long.pdf)')
    expect([first?.what, first?.times]).toEqual(['viewed this file 99 times', 99])
    expect(second?.what).toBe('viewed this file 23 times and downloaded it once')
    expect(change?.changes).toEqual([{ field: 'Status', before: 'S123', after: 'T123' }])
    expect(later?.what).toBe('viewed this file 2 times and downloaded it once')
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  })

  test('R8.54 an entry has the time of its first and of its last read', async () => {
    const { events } = await history(administrator, fileId, { kind: 'read' })
    expect(events[0]).toMatchObject({
      times: 100,
      at: '2025-01-01T00:01:01.000Z',
      firstAt: '2025-01-01T00:00:47.000Z',
    })
  })
})

describe('R8.57 the history as CSV', () => {
  test('R8.57 V1.2.10 has each event that its reader may know as a line, and nothing in it runs as a formula', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'plat.pdf', description: '=1+1' })
    await act(fileId)
    const { headers, body } = await portal.call(administrator, exportDocumentHistory, { params: { fileId } })
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="history-of-file-${fileId}_2026-04-20.csv"`,
    })
    const [head, read, ...lines] = body.trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFWhen,Who,Name,What,Kind,Before,After,Receipts,From,Record')
    expect(read).toMatch(
      /^2026-04-20T15:.*,reader@midland\.example,reader by name,downloaded this file \(plat\.pdf\),document\.downloaded,,,,127\.0\.0\.1,\d+$/u,
    )
    expect(lines.join('')).toContain('"Type: Rendition\nDescription: =1+1"')
    expect(lines).toHaveLength(4)
    const theirs = await portal.call(clerk, exportDocumentHistory, { params: { fileId } })
    expect(theirs.body.trimEnd().split('\r\n')).toHaveLength(5)
    expect(theirs.body).not.toMatch(/127\.0\.0\.1|reader@|1\+1/u)
  })

  test('R8.57 is for no one else', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'mine.pdf' })
    const answer = await portal.call(neighbor, exportDocumentHistory, { params: { fileId } })
    expect(answer.statusCode).toBe(404)
  })
})

async function pdf(as: TestPerson, fileId: number) {
  const answer = await portal.call(as, getDocumentHistoryPdf, { params: { fileId } })
  expect(answer.statusCode).toBe(200)
  return { answer, ...(await readPdf(answer.rawPayload)) }
}

const textOf = (pages: readonly string[]) => pages.join('|').replaceAll('|', '')

async function recordViews(fileId: number, count: number): Promise<void> {
  const caller = { address: '192.0.2.7', isOfProxy: false, requestId: '' }
  const acts = Array.from({ length: count }, (_, n): SignedAct => ({
    at: new Date(Date.UTC(2025, 0, 1, 0, 0, n)),
    actor: { kind: 'proven', caller, account: { accountId: clerk.accountId, email: clerk.email } },
    action: 'document.viewed',
    subject: { kind: 'document', id: fileId },
    countyId: midland,
  }))
  const { kysely } = portal.world.database
  await kysely.transaction().execute((transaction) => recordOlder(transaction, acts))
}

describe('R8.58 the history as PDF', () => {
  test('R8.58 has the facts, each event with the hash of its record, the ends of the chains and the newest anchor', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'plat.pdf' })
    await act(fileId)
    await writeAnchor(portal.world)
    const { answer, pages, info } = await pdf(administrator, fileId)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="history-of-file-${fileId}_2026-04-20.pdf"`,
      'cache-control': 'no-store',
    })
    expect(info).toMatchObject({ Title: `History of file ${fileId}`, Language: 'en-US' })
    const text = textOf(pages)
    const { rows } = await portal.pool.query<{ id: string; hash: string }>(
      `SELECT id, encode(hash, 'hex') AS hash FROM audit_record WHERE subject_kind = 'document' AND subject_id = $1`,
      [String(fileId)],
    )
    expect(rows).toHaveLength(6)
    for (const { id, hash } of rows) {
      expect(text).toContain(`Record ${id}, number `)
      expect(text).toContain(hash)
    }
    const { rows: ends } = await portal.pool.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM audit_chain WHERE chain IN (
         SELECT chain FROM audit_record WHERE subject_kind = 'document' AND subject_id = $1)`,
      [String(fileId)],
    )
    const anchor = await readNewestAnchor(portal.world.storage.anchors, '2026-04-20')
    for (const part of [
      'plat.pdf',
      createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex'),
      'Midland',
      'clerk@midland.example',
      'downloaded the history of this file as PDF',
      'Status: from “New” to “Completed”',
      'audit --verify',
      ...ends.map(({ hash }) => hash),
      anchor?.name ?? 'an anchor',
      anchor?.sha256 ?? 'an anchor',
      'Page 1',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('DOES NOT MATCH')
    const own = textOf((await pdf(clerk, fileId)).pages)
    // Lines break between words.
    expect(own.replaceAll(' ', '')).toContain('Theportalmayhaverecordedothers.')
    expect(own).not.toMatch(/reader@midland|127\.0\.0\.1/u)
  })

  test('R8.58 says of a record that was changed that it does not match its hash', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'forged.pdf' })
    await changeAsSuperuser(
      portal.pool,
      `UPDATE audit_record SET actor_name = 'eve@ector.example' WHERE subject_kind = 'document' AND subject_id = '${fileId}'`,
    )
    const text = textOf((await pdf(administrator, fileId)).pages)
    expect(text.match(/DOES NOT MATCH/gu)).toHaveLength(1)
  })

  test('R8.59 is recorded, and an administrator has that of a permanently deleted document', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'gone.pdf' })
    await portal.call(administrator, deleteUpload, { params: { fileId } })
    await portal.call(administrator, deletePermanently, { params: { fileId } })
    const text = textOf((await pdf(administrator, fileId)).pages)
    for (const part of ['Permanently deleted', 'gone.pdf', 'permanently deleted this file', clerk.email])
      expect(text).toContain(part)
    expect(sentences(await history(administrator, fileId))[0]).toBe(
      'admin@staff.example downloaded the history of this file as PDF (gone.pdf)',
    )
    const refused = await portal.call(manager, getDocumentHistoryPdf, { params: { fileId } })
    expect(refused.statusCode).toBe(404)
  })

  test('R8.58 of 600 events has each of them, in pages', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'long.pdf' })
    await recordViews(fileId, 600)
    const { pages } = await pdf(administrator, fileId)
    expect(textOf(pages).match(/viewed this file/gu)).toHaveLength(600)
    expect(pages.length).toBeGreaterThan(30)
    expect(textOf(pages.slice(-1))).toContain(`Page ${pages.length}`)
  })

  test('R8.58 ends when its reader loses the right to all records', async () => {
    const fileId = await storeDocument(portal, clerk, { fileName: 'demoted.pdf' })
    await recordViews(fileId, 600)
    const leaving = await portal.addPerson({ email: 'leaving@firm.example', role: 'administrator' })
    const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
      leaving.accountId,
    ])
    const { actor, ...world } = contextOfPerson(portal.world, { ...leaving, isAdmin: true })
    const session = { ...actor.session, id: rows[0]?.id ?? 0 }
    const walk = walkDocumentHistory({ ...world, actor: { ...actor, session } }, { fileId })
    expect((await walk.next()).value).toHaveLength(500)
    await portal.pool.query(`UPDATE account SET role = 'staff' WHERE id = $1`, [leaving.accountId])
    await expect(walk.next()).rejects.toMatchObject({ status: 403 })
  })
})

test('R8.51 every event about documents has a group', () => {
  const ofDocuments = Object.keys(AUDIT_EVENTS).filter((action) =>
    /^(?:document|owner|agent|drop_file)\./u.test(action),
  )
  expect(ofDocuments.filter((action) => historyKindOf(action) === null)).toEqual([])
})
