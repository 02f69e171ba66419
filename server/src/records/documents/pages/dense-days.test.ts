import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { vacuumDocuments } from '../../../testing/vacuum-documents.ts'
import { correctCounts, findCountDrift, splitDenseCells, foldCounts } from '../counts/counts.repository.ts'
import { readDocumentsPage, type PageDatabase } from './documents-page.repository.ts'
import { ARCHIVE_DAY, seedArchive, seedDocuments, seedPeople } from './documents.test-data.ts'
import { entriesReadBy, pagesAreRight } from './pages-are-right.test-data.ts'
import { wrongCells, wrongFineCells, type Shape } from './reference-list.test-data.ts'

const DOCUMENTS = 1500
/** So many that one hour of its county, and of its person, exceeds a cell. */
const ARCHIVE = 17_000

/** The lists of everyone, of a county and of a person, filtered by the facts of the archive and by others. */
const SHAPES: Shape[] = [
  { kind: 'all' } as const,
  { kind: 'counties', countyIds: [1] } as const,
  { kind: 'counties', countyIds: [1, 3, 4] } as const,
  { kind: 'own', accountId: 5 } as const,
].flatMap((scope) =>
  [{}, { categoryId: 1 }, { typeId: 1 }, { typeId: 3 }].flatMap((paper) =>
    [{}, { statusId: 2 }].map((status) => ({ scope, filters: { ...paper, ...status } })),
  ),
)
/** Some of each scope, with every pair of paper and status once or twice. */
const SOME_SHAPES = SHAPES.filter((_, at) => at % 3 === 0)

describe('an archive loaded in a day', () => {
  let database: TestDatabase
  let list: PageDatabase

  beforeAll(async () => {
    // Cells use UTC, whatever the zone of a session.
    database = await testDatabase({ timeZone: 'America/Chicago' })
    list = { pool: database.pool, prepareNamed: false }
    await seedPeople(database.pool)
    await seedDocuments(database.pool, { count: DOCUMENTS })
    await seedArchive(database.pool, { count: ARCHIVE })
    await foldCounts(database.pool)
  })
  afterAll(() => database.close())

  async function expectRight(shapes = SOME_SHAPES): Promise<void> {
    await pagesAreRight(list, shapes, 50)
    expect([await wrongCells(database.pool), await wrongFineCells(database.pool)]).toEqual([0, 0])
  }

  async function splits(): Promise<Record<string, number>> {
    const { rows } = await database.pool.query<{ level: number; n: number }>(
      'SELECT level, count(*)::integer AS n FROM document_split WHERE is_kept GROUP BY 1 ORDER BY 1',
    )
    return Object.fromEntries(rows.map(({ level, n }) => [level, n]))
  }

  test('is counted by the hour and the minute, one cell at a time, and every page is right meanwhile', async () => {
    for (let cell = 0; cell < 7; cell++) await database.pool.query('SELECT split_dense_cell()')
    await pagesAreRight(list, SHAPES, 50)
    expect(await splitDenseCells(database.pool)).toBeGreaterThan(7)
    expect(await splitDenseCells(database.pool)).toBe(0)
    await expectRight()
    // Years of a county's type and of a person, months of types and counties, the day of each, and its fullest hour.
    expect(await splits()).toEqual({ 0: 4, 1: 7, 2: 9, 3: 9 })
    const { rows } = await database.pool.query<{ day: string }>(
      `SELECT DISTINCT bucket::date::text AS day FROM document_fine_count WHERE level > 2`,
    )
    expect(rows).toEqual([{ day: ARCHIVE_DAY }])
  })

  test('a page in its middle skips few documents, for every caller', async () => {
    await splitDenseCells(database.pool)
    await vacuumDocuments(database.pool)
    const client = await database.pool.connect()
    try {
      const ownList = { pool: client, prepareNamed: false }
      for (const { scope, filters } of SHAPES) {
        const first = await readDocumentsPage(ownList, scope, { ...filters, page: 1, pageSize: 50 })
        if (first.total < 5000) continue
        const page = Math.floor(first.total / 100)
        const read = await entriesReadBy(client, () =>
          readDocumentsPage(ownList, scope, { ...filters, page, pageSize: 50 }),
        )
        expect({ scope, filters, read }).toEqual({
          scope,
          filters,
          read: expect.toSatisfy((entries: number) => entries >= 50 && entries < 2700) as number,
        })
      }
    } finally {
      client.release()
    }
  })

  test('the finer cells follow every change of its documents', async () => {
    await splitDenseCells(database.pool)
    await database.pool.query(
      `UPDATE document SET status_id = 1 + id % 4 WHERE id % 3 = 0;
       UPDATE document SET deleted_at = now(), deleted_by = 1 WHERE id % 7 = 0 AND deleted_at IS NULL;
       UPDATE document SET county_id = 2 WHERE county_id = 1 AND id % 2 = 0`,
    )
    await pagesAreRight(list, SHAPES, 50)
    await foldCounts(database.pool)
    expect([await wrongCells(database.pool), await wrongFineCells(database.pool)]).toEqual([0, 0])
    await splitDenseCells(database.pool)
    await expectRight(SHAPES)
  })

  test('drifted cells are found and corrected', async () => {
    const { kysely, pool } = database.database
    await splitDenseCells(pool)
    expect(await findCountDrift(kysely)).toMatchObject({ cells: 0 })
    await pool.query(
      `UPDATE document_fine_count SET n = n + 3 WHERE level = 4 AND bucket = '${ARCHIVE_DAY} 14:30';
       DELETE FROM document_fine_count WHERE level = 3 AND bucket = '${ARCHIVE_DAY} 09:00'`,
    )
    const { cells } = await findCountDrift(kysely)
    expect(cells).toBeGreaterThan(10)
    expect(await kysely.transaction().execute(correctCounts)).toBe(cells)
    await expectRight()
  })

  test('a change without its minute recounts the day', async () => {
    await splitDenseCells(database.pool)
    // Like a statement that began before the release that counts minutes.
    await database.pool.query(
      `INSERT INTO document (county_id, uploaded_by, category_id, type_id, status_id, uploaded_at, appraisal_year, file_name,
         content_type, byte_size, sha256, storage_key)
       VALUES (1, 1, 1, 1, 2, '${ARCHIVE_DAY} 18:45Z', 2025, 'late.pdf', 'application/pdf', 1, sha256('x'), 'late');
       UPDATE document_delta SET minute = NULL`,
    )
    await foldCounts(database.pool)
    expect(await wrongCells(database.pool)).toBe(0)
    await expectRight()
    await splitDenseCells(database.pool)
    await expectRight()
    expect((await splits())[2]).toBeGreaterThan(0)
  })

  test('a complete recount splits dense cells', async () => {
    await database.pool.query('SELECT rebuild_document_counts()')
    expect((await splits())[2]).toBeGreaterThan(0)
    expect(await splitDenseCells(database.pool)).toBe(0)
    await expectRight()
  })
})
