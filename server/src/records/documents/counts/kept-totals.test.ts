import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { readDocumentsPage } from '../pages/documents-page.repository.ts'
import { seedDocuments, seedPeople } from '../pages/documents.test-data.ts'
import { referenceIds, type Shape } from '../pages/reference-list.test-data.ts'
import {
  correctCounts,
  findCountDrift,
  binTotal,
  countFilesOfOwners,
  foldCounts,
  foldRunningTotals,
} from './counts.repository.ts'

const OWNERS = 40

let database: TestDatabase

beforeEach(async () => {
  database = await testDatabase()
  await seedPeople(database.pool)
  await seedDocuments(database.pool, { count: 600 })
  await database.pool.query(
    `INSERT INTO organization SELECT i, 'Owner ' || i FROM generate_series(1, ${OWNERS}) i`,
  )
})
afterEach(() => database.close())

/** Links a third of the documents to owners, some to one in two relations, some to several. */
async function link(): Promise<void> {
  await database.pool.query(
    `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
     SELECT d.id, 1 + (d.id * o) % ${OWNERS}, r, d.county_id, now(), 1
     FROM document d, generate_series(1, 3) o, generate_series(1, 2) r
     WHERE d.id % 3 = 0 AND (d.id + o + r) % 4 <> 0
     ON CONFLICT DO NOTHING`,
  )
}

async function expectRight(): Promise<void> {
  const { pool } = database
  const { kysely } = database.database
  for (const countyId of [1, 2]) {
    const { rows } = await pool.query<{ owners: number[]; counts: number[] }>(
      `SELECT array_agg(party_number ORDER BY party_number) AS owners, array_agg(n ORDER BY party_number) AS counts
       FROM (SELECT o.party_number, count(DISTINCT d.id)::integer AS n FROM document_owner o JOIN document d ON d.id = o.document_id
             WHERE d.county_id = $1 AND d.appraisal_year = 2025 AND d.deleted_at IS NULL GROUP BY 1) x`,
      [countyId],
    )
    expect(await countFilesOfOwners(kysely, { countyId, appraisalYear: 2025 })).toEqual({
      owners: rows[0]?.owners ?? [],
      counts: rows[0]?.counts ?? [],
    })
  }
  const scopes = [
    [{ seen: { kind: 'all' }, uploadedBy: null }, 'true'],
    [{ seen: { kind: 'counties', countyIds: [2, 3] }, uploadedBy: null }, 'county_id IN (2, 3)'],
    [{ seen: { kind: 'counties', countyIds: [2] }, uploadedBy: 2 }, 'county_id = 2 AND uploaded_by = 2'],
    [
      { seen: { kind: 'own', accountId: 5 }, uploadedBy: 5 },
      'coalesce(county_id, 0) = 0 AND uploaded_by = 5',
    ],
  ] as const
  for (const [scope, where] of scopes) {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM document WHERE deleted_at IS NOT NULL AND ${where}`,
    )
    const { total } = await kysely.selectNoFrom(binTotal(scope).as('total')).executeTakeFirstOrThrow()
    expect({ scope, total }).toEqual({ scope, total: rows[0]?.n })
  }
  expect(await findCountDrift(kysely)).toMatchObject({ cells: 0 })
}

const CHANGES: readonly [what: string, sql: string][] = [
  [
    'is put into the bin',
    'UPDATE document SET deleted_at = now(), deleted_by = 1 WHERE id % 4 = 0 AND deleted_at IS NULL',
  ],
  ['is restored', 'UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id % 8 = 0'],
  ['is described anew', `UPDATE document SET description = 'x'`],
  ['gets another year', 'UPDATE document SET appraisal_year = 2024 WHERE id % 5 = 0'],
  ['gets another county', 'UPDATE document SET county_id = 2 WHERE county_id = 1 AND id % 2 = 0'],
  [
    'loses one of two relations',
    'DELETE FROM document_owner WHERE relation_type_id = 1 AND document_id % 2 = 0',
  ],
  [
    'is linked once more',
    'INSERT INTO document_owner SELECT id, 7, 3, county_id, now(), 1 FROM document WHERE id % 6 = 0',
  ],
  [
    'is linked to another owner',
    'UPDATE document_owner SET party_number = 8 WHERE party_number = 9 AND document_id NOT IN (SELECT document_id FROM document_owner WHERE party_number = 8)',
  ],
  ['is deleted for good', 'DELETE FROM document WHERE deleted_at IS NOT NULL AND id % 2 = 0'],
  ['is removed without the bin', 'DELETE FROM document WHERE id % 11 = 0'],
]

test('the totals of the bin and the files of owners follow every change of a document, folded or not', async () => {
  await link()
  await expectRight()
  for (const [what, change] of CHANGES) {
    const { rowCount } = await database.pool.query(change)
    expect({ what, changed: (rowCount ?? 0) > 0 }).toEqual({ what, changed: true })
    await expectRight()
    if (what === 'is restored') continue
    await foldRunningTotals(database.pool)
    await expectRight()
  }
  expect(await foldRunningTotals(database.pool)).toBe(0)
})

test('R5.7 a person whose county was taken away counts only uploads without a county, folded or not', async () => {
  const { pool } = database
  await pool.query('UPDATE account SET county_id = NULL WHERE id = 1')
  await seedDocuments(pool, { count: 300, from: 601 })
  const own: Shape = { scope: { kind: 'own', accountId: 1 }, filters: {} }
  const ids = await referenceIds(pool, own)
  const bin = { seen: own.scope, uploadedBy: 1 }
  const countBin = () => database.database.kysely.selectNoFrom(binTotal(bin).as('total')).executeTakeFirst()
  const { rows } = await pool.query<{ total: number; uploads: number }>(
    `SELECT count(*) FILTER (WHERE county_id IS NULL)::integer AS total, count(*)::integer AS uploads
     FROM document WHERE uploaded_by = 1 AND deleted_at IS NOT NULL`,
  )
  const [binned] = rows
  expect(binned?.total).toBeGreaterThan(0)
  expect(binned?.uploads).toBeGreaterThan(binned?.total ?? 0)
  for (const fold of [async () => {}, () => foldCounts(pool), () => foldRunningTotals(pool)]) {
    await fold()
    const list = { pool, prepareNamed: false }
    const page = await readDocumentsPage(list, own.scope, { page: 1, pageSize: 200 })
    expect(page.rows.map(({ id }) => id)).toEqual(ids)
    expect(page.total).toBe(ids.length)
    expect(await countBin()).toEqual({ total: binned?.total })
  }
})

test('a rolled-back change was never counted', async () => {
  await link()
  const client = await database.pool.connect()
  await client.query('BEGIN')
  await client.query('DELETE FROM document_owner')
  await client.query('UPDATE document SET deleted_at = now(), deleted_by = 1')
  await client.query('ROLLBACK')
  client.release()
  await expectRight()
  expect(await foldRunningTotals(database.pool)).toBeGreaterThan(0)
})

test('drifted totals are found and corrected', async () => {
  await link()
  await foldRunningTotals(database.pool)
  const { kysely } = database.database
  await database.pool.query(
    'UPDATE bin_count SET n = n + 1 WHERE county_id = 1; DELETE FROM owner_file_count WHERE party_number = 3',
  )
  const { cells } = await findCountDrift(kysely)
  expect(cells).toBeGreaterThan(2)
  expect(await kysely.transaction().execute(correctCounts)).toBe(cells)
  await expectRight()
})
