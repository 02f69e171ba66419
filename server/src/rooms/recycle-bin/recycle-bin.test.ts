import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actOnDocument } from '../../records/documents/act-on-documents.ts'
import { refuseInBin } from '../../records/documents/documents.policy.ts'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
})
afterAll(() => portal.close())

const RESTORED = [200, { success: true, message: 'File restored successfully.' }]
const DELETED = [200, { success: true, message: 'File deleted permanently.' }]
const UNKNOWN = [404, { error: 'This file does not exist.', code: 'document.not_found' }]
const NOT_IN_THE_BIN = [409, { error: 'This file is not in the recycle bin.', code: 'document.not_in_bin' }]
const SIGN_IN = [401, { error: 'Please sign in first.', code: 'session.required' }]
const NOT_YOURS = [
  403,
  { error: 'Unauthorized to permanently delete this file.', code: 'document.delete_for_good_not_allowed' },
]

const manyDeleted = (deleted: number) => [
  200,
  { success: true, deleted, message: 'Selected files deleted permanently.' },
]

async function idsIn(person: TestPerson): Promise<number[]> {
  return (await bin.list(person)).files.map(({ FileID }) => FileID)
}

describe('the list', () => {
  test('S3.2 S7.24 V14.2.6 V15.3.1 has the fields of the specification for a deleted document, and no more', async () => {
    const file = await bin.store()
    portal.clock.set('2026-03-10T16:30:00Z')
    await bin.moveToBin(file, portal.people.administrator)
    expect((await bin.list(portal.people.clerk)).files[0]).toEqual({
      FileID: file,
      FileName: 'rendition.pdf',
      DeletedAt: '2026-03-10T16:30:00.000Z',
      CategoryName: 'Mineral',
      TypeName: 'Division Order',
      Description: 'Wells',
      CountyName: 'Loving',
      DeletedByUsername: 'admin@firm.example',
    })
  })

  test('R5.5 F01 shows what the caller may restore: administrators all, everyone else their own uploads', async () => {
    const [clerks, colleagues] = [await bin.storeInBin(), await bin.storeInBin(portal.people.colleague)]
    const staffs = await bin.storeInBin(portal.people.staff)
    expect(await idsIn(portal.people.administrator)).toEqual(
      expect.arrayContaining([clerks, colleagues, staffs]),
    )
    expect(await idsIn(portal.people.clerk)).toContain(clerks)
    expect(await idsIn(portal.people.clerk)).not.toContain(colleagues)
    expect(await idsIn(portal.people.colleague)).toEqual([colleagues])
    expect(await bin.list(portal.people.neighbor)).toEqual({ files: [], total: 0 })
    const [row] = (await bin.list(portal.people.staff)).files
    expect([row?.FileID, row?.CountyName]).toEqual([staffs, null])
  })

  test('leaves out own uploads of another county, as the list of documents does', async () => {
    const file = await bin.storeInBin(portal.people.staff)
    await portal.pool.query('UPDATE document SET county_id = 1 WHERE id = $1', [file])
    expect(await idsIn(portal.people.staff)).not.toContain(file)
    expect(await bin.restore(file, portal.people.staff)).toEqual(UNKNOWN)
  })

  test('R5.5 is newest deletion first, the higher id first within a moment', async () => {
    const [one, two, three] = [await bin.store(), await bin.store(), await bin.store()]
    for (const file of [two, one, three]) {
      if (file !== one) portal.clock.advance(1000)
      await bin.moveToBin(file)
    }
    expect((await idsIn(portal.people.clerk)).slice(0, 3)).toEqual([three, two, one])
  })

  test('R5.6 R5.35 B07 shows the newest 1000 and their total', async () => {
    const before = (await bin.list(portal.people.administrator)).total
    await portal.pool.query(
      `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
         content_type, byte_size, sha256, storage_key, deleted_at, deleted_by)
       SELECT 2, $1, 1, 1, '2020-01-01', 2020, 'old.pdf', 'application/pdf', 1, sha256('x'), 'old ' || n,
         '2020-01-01'::timestamptz - n * interval '1 minute', $1
       FROM generate_series(1, 1200) n`,
      [portal.people.neighbor.accountId],
    )
    const { files, total } = await bin.list(portal.people.neighbor)
    expect([files.length, total]).toEqual([1000, 1200])
    expect(files.at(-1)?.DeletedAt).toBe('2019-12-31T07:20:00.000Z')
    expect((await bin.list(portal.people.administrator)).total).toBe(before + 1200)
    const ids = files.map(({ FileID }) => FileID)
    expect(await bin.deleteMany([...ids, ids[0]], portal.people.neighbor)).toEqual([
      400,
      { error: 'Please select at most 1000 files.', code: 'bin.too_many_selected' },
    ])
    expect(await bin.deleteMany(ids, portal.people.neighbor)).toEqual(manyDeleted(1000))
    expect((await bin.list(portal.people.neighbor)).total).toBe(200)
  })

  test('shows a document that a job deleted, without a person, and its uploader restores it', async () => {
    const file = await bin.store()
    const actor = { kind: 'job', name: 'retention' } as const
    const binned = { deleted_at: portal.clock.now(), deleted_by: null }
    const conditions = { may: () => null, state: refuseInBin }
    await actOnDocument({ ...portal.world, actor }, file, conditions, () => ({
      decide: () => ({
        change: binned,
        entries: [{ action: 'document.binned', before: { fileName: 'old.pdf' } }],
      }),
    }))
    const { files } = await bin.list(portal.people.clerk)
    expect(files.find(({ FileID }) => FileID === file)).toMatchObject({ DeletedByUsername: '' })
    expect(await bin.restore(file)).toEqual(RESTORED)
    expect(await bin.placesOf([file])).toEqual(['list'])
  })

  test('does not say who deleted a document', async () => {
    const file = await bin.store()
    const saying = portal.pool.query('UPDATE document SET deleted_by = uploaded_by WHERE id = $1', [file])
    await expect(saying).rejects.toMatchObject({ code: '23514' })
  })

  test('needs a session', async () => {
    expect(await bin.list(null)).toEqual({ error: 'Please sign in first.', code: 'session.required' })
  })
})

describe('restoring', () => {
  test('S4.3 S7.25 brings a document back to the list, as a new version, with one audit record', async () => {
    const file = await bin.storeInBin()
    expect(await bin.restore(file)).toEqual(RESTORED)
    expect(await bin.placesOf([file])).toEqual(['list'])
    const { rows } = await portal.pool.query('SELECT deleted_by, version FROM document WHERE id = $1', [file])
    expect(rows).toEqual([{ deleted_by: null, version: 3 }])
    expect(await bin.recordsOf(file)).toEqual([
      {
        who: portal.people.clerk.email,
        what: 'restored',
        before: { fileName: 'rendition.pdf', deletedAt: portal.clock.now().toISOString() },
      },
    ])
  })

  test('R5.4 a document outside the bin: 409; a colleague gets 403, another county 404', async () => {
    const file = await bin.store()
    const notTheirs = [
      403,
      { error: 'Unauthorized to restore this file.', code: 'document.restore_not_allowed' },
    ]
    expect(await bin.restore(file)).toEqual(NOT_IN_THE_BIN)
    expect(await bin.restore(file, portal.people.colleague)).toEqual(notTheirs)
    await bin.moveToBin(file)
    expect(await bin.restore(file, portal.people.colleague)).toEqual(notTheirs)
    expect(await bin.restore(file, portal.people.neighbor)).toEqual(UNKNOWN)
    expect(await bin.restore(file, null)).toEqual(SIGN_IN)
    expect(await bin.restore(file, portal.people.administrator)).toEqual(RESTORED)
  })
})

describe('permanent deletion', () => {
  test('S4.4 removes the row and its links; the audit keeps the facts', async () => {
    const file = await bin.storeInBin()
    await portal.pool.query(
      `WITH party AS (INSERT INTO organization (party_number, organization_name) VALUES (77, 'Sandhill') RETURNING 1)
       INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
       SELECT $1, 77, 1, 1, now(), $2 FROM party`,
      [file, portal.people.clerk.accountId],
    )
    expect(await bin.deleteForGood(file)).toEqual(DELETED)
    expect(await bin.placesOf([file])).toEqual(['gone'])
    expect((await portal.pool.query('SELECT FROM document_owner')).rowCount).toBe(0)
    expect(await bin.recordsOf(file)).toEqual([
      {
        who: portal.people.clerk.email,
        what: 'permanently deleted',
        before: expect.objectContaining({
          fileName: 'rendition.pdf',
          bytes: SAMPLE_FILES.pdf.length,
          sha256: createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex'),
          owners: [{ partyNumber: 77, relationTypeId: 1 }],
          agents: [],
        }),
      },
    ])
    expect(await bin.deleteForGood(file)).toEqual(UNKNOWN)
  })

  test('S7.26 R5.4 V2.3.1 removes documents of the bin only, and only for people who may delete them', async () => {
    const file = await bin.store()
    expect(await bin.deleteForGood(file)).toEqual(NOT_IN_THE_BIN)
    expect(await bin.deleteForGood(file, portal.people.colleague)).toEqual(NOT_YOURS)
    await bin.moveToBin(file)
    expect(await bin.deleteForGood(file, portal.people.colleague)).toEqual(NOT_YOURS)
    expect(await bin.deleteForGood(file, portal.people.neighbor)).toEqual(UNKNOWN)
    expect(await bin.deleteForGood(file, null)).toEqual(SIGN_IN)
    expect(await bin.placesOf([file])).toEqual(['bin'])
    expect(await bin.deleteForGood(file, portal.people.administrator)).toEqual(DELETED)
  })
})

test.each(['0', '-1', '2147483648', '1e400', '1 or 1=1', 'NaN'])('E14 the id %j is refused', async (file) => {
  const { restore, deleteForGood } = bin
  for (const call of [restore, deleteForGood]) expect((await call(encodeURIComponent(file)))[0]).toBe(400)
})

describe('B06 permanent deletion of many', () => {
  test('R5.36 F02 counts what this call deleted; repeated, missing and invisible ids count as gone', async () => {
    const [one, two] = [await bin.storeInBin(), await bin.storeInBin()]
    const foreign = await bin.storeInBin(portal.people.neighbor)
    const ids = [two, one, two, 2_000_000_000, foreign]
    expect(await bin.deleteMany(ids)).toEqual(manyDeleted(2))
    expect(await bin.placesOf([one, two, foreign])).toEqual(['gone', 'gone', 'bin'])
    expect(await bin.recordsOf(one)).toHaveLength(1)
    expect(await bin.recordsOf(foreign)).toEqual([])
    expect(await bin.deleteMany(ids)).toEqual(manyDeleted(0))
  })

  test('R5.36 does not wait for documents of another county', async () => {
    const foreign = [
      await bin.storeInBin(portal.people.neighbor),
      await bin.storeInBin(portal.people.neighbor),
    ]
    const other = await portal.pool.connect()
    try {
      await other.query('BEGIN')
      await other.query('SELECT FROM document WHERE id = ANY($1) FOR UPDATE', [foreign])
      expect(await bin.deleteMany(foreign)).toEqual(manyDeleted(0))
    } finally {
      await other.query('ROLLBACK')
      other.release()
    }
  })

  test('R5.37 F02 one that is visible but not theirs, in the bin or not: 403, and nothing is deleted', async () => {
    const [own, listed] = [await bin.storeInBin(), await bin.store(portal.people.colleague)]
    const binned = await bin.storeInBin(portal.people.colleague)
    for (const colleagues of [listed, binned])
      expect(await bin.deleteMany([own, colleagues])).toEqual(NOT_YOURS)
    expect(await bin.placesOf([own, listed, binned])).toEqual(['bin', 'list', 'bin'])
  })

  test('R5.37 one outside the bin: 409, and nothing is deleted', async () => {
    const [binned, listed] = [await bin.storeInBin(), await bin.store()]
    expect(await bin.deleteMany([binned, listed])).toEqual(NOT_IN_THE_BIN)
    expect(await bin.placesOf([binned, listed])).toEqual(['bin', 'list'])
    expect(await bin.recordsOf(binned)).toEqual([])
  })

  test('S5.31 B07 an empty list: 400', async () => {
    expect(await bin.deleteMany([])).toEqual([
      400,
      { error: 'Please select at least one file.', code: 'bin.nothing_selected' },
    ])
  })

  test.each([['a word'], ['12'], [1.5], [0], [-1], [2_147_483_648], [null], [[1]], [{ id: 1 }]])(
    'the id %j is refused, and nothing is deleted',
    async (wrong) => {
      const binned = await bin.storeInBin()
      expect((await bin.deleteMany([binned, wrong]))[0]).toBe(400)
      expect(await bin.placesOf([binned])).toEqual(['bin'])
    },
  )

  test.each([[undefined], ['1'], [1], [null], [{ 0: 1 }]])('%j is not a list of ids', async (ids) => {
    expect((await bin.deleteMany(ids))[0]).toBe(400)
  })

  test('is a separate call from the deletion of one document, and accepts its method only', async () => {
    const answer = await portal.as(portal.people.clerk)({ method: 'GET', url: '/api/files/uploads/bulk' })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'DELETE'])
  })
})
