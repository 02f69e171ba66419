import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { vacuumDocuments } from '../../../testing/vacuum-documents.ts'
import { readDocumentsPage, type PageDatabase } from './documents-page.repository.ts'
import { PEOPLE_WITHOUT_COUNTY, seedDocuments, seedPeople } from './documents.test-data.ts'
import { foldCounts } from '../counts/counts.repository.ts'
import { entriesReadBy, pagesAreRight } from './pages-are-right.test-data.ts'
import { referenceIds, SHAPES, SOME_SHAPES, wrongCells } from './reference-list.test-data.ts'

const DOCUMENTS = 6000
const FIRST_PART = 4000

describe.each([
  { timeZone: 'UTC', prepareNamed: true, shapes: SHAPES },
  { timeZone: 'America/Chicago', prepareNamed: false, shapes: SOME_SHAPES },
])(
  'the documents list on a database in $timeZone, named statements $prepareNamed',
  ({ timeZone, prepareNamed, shapes }) => {
    let database: TestDatabase
    let list: PageDatabase

    beforeAll(async () => {
      database = await testDatabase({ timeZone })
      // A pooler supports no named statements.
      list = { pool: database.pool, prepareNamed: prepareNamed && database.database.prepareNamed }
      await seedPeople(database.pool)
      await seedDocuments(database.pool, { count: FIRST_PART })
    })
    afterAll(() => database.close())

    const everyPageIsRight = (pageSize: number) => pagesAreRight(list, shapes, pageSize)

    test('every page of every shape equals count(*) and ORDER BY … OFFSET: nothing folded, part folded, all folded', async () => {
      expect(await everyPageIsRight(50)).toBeGreaterThan(shapes.length)
      expect(await foldCounts(database.pool)).toBeGreaterThan(0)
      await seedDocuments(database.pool, { count: DOCUMENTS - FIRST_PART, from: FIRST_PART + 1 })
      await database.pool.query('SELECT fold_document_counts(97)')
      await everyPageIsRight(7)
      await foldCounts(database.pool)
      await everyPageIsRight(50)
      expect(await wrongCells(database.pool)).toBe(0)
    })

    test('a page deep in the list walks a cell, not the rows before it', async () => {
      await foldCounts(database.pool)
      await vacuumDocuments(database.pool)
      const client = await database.pool.connect()
      try {
        const ownList = { ...list, pool: client }
        const { total } = await readDocumentsPage(ownList, { kind: 'all' }, { page: 1, pageSize: 50 })
        expect(total).toBeGreaterThan(5000)
        const page = Math.floor(total / 100)
        const read = await entriesReadBy(client, () =>
          readDocumentsPage(ownList, { kind: 'all' }, { page, pageSize: 50 }),
        )
        expect(read).toBeGreaterThanOrEqual(50)
        expect(read).toBeLessThan(700)
      } finally {
        client.release()
      }
    })

    test('a row has the time in UTC, the e-mail of the uploader and its ids', async () => {
      const { rows } = await readDocumentsPage(
        list,
        { kind: 'own', accountId: PEOPLE_WITHOUT_COUNTY[0] },
        { page: 1, pageSize: 1 },
      )
      expect(rows[0]).toMatchObject({
        uploaded_by_email: 'person-5@county.example',
        county_id: null,
        uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
      const { rows: stored } = await database.pool.query<{ uploaded_at: Date }>(
        'SELECT uploaded_at FROM document WHERE id = $1',
        [rows[0]?.id],
      )
      expect(rows[0]?.uploaded_at).toBe(stored[0]?.uploaded_at.toISOString())
    })

    test('R5.7 V8.4.1 a county filter never widens what a person may see', async () => {
      const page = { page: 1, pageSize: 50, countyId: 2 }
      expect(await readDocumentsPage(list, { kind: 'counties', countyIds: [1] }, page)).toEqual({
        total: 0,
        isTotalExact: true,
        rows: [],
      })
      expect(await readDocumentsPage(list, { kind: 'own', accountId: 5 }, page)).toEqual({
        total: 0,
        isTotalExact: true,
        rows: [],
      })
    })

    test('the farthest possible page has no rows and the true total', async () => {
      const { total, rows } = await readDocumentsPage(
        list,
        { kind: 'all' },
        { page: 2_147_483_647, pageSize: 200 },
      )
      expect(rows).toEqual([])
      expect(total).toBe((await referenceIds(database.pool, { scope: { kind: 'all' }, filters: {} })).length)
    })
  },
)
