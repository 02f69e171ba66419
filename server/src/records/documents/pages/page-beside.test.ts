import type { ListPosition } from '@portal/contract/list-position.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { vacuumDocuments } from '../../../testing/vacuum-documents.ts'
import { foldCounts } from '../counts/counts.repository.ts'
import { readDocumentsPage, type PageDatabase } from './documents-page.repository.ts'
import { insertDocuments, PEOPLE_WITHOUT_COUNTY, seedDocuments, seedPeople } from './documents.test-data.ts'
import type { DocumentsPage } from './page-reader.ts'
import { entriesReadBy } from './pages-are-right.test-data.ts'
import { readReference, referenceIds, SHAPES, SOME_SHAPES, type Shape } from './reference-list.test-data.ts'

const DOCUMENTS = 1000
/** So many that a page of 7 ends between two of one millisecond, and of one moment. */
const CLOSE_TOGETHER = 60
const SEVERAL: Shape = { scope: { kind: 'counties', countyIds: [1, 3, 4] }, filters: {} }
const SCOPES: Shape[] = [
  { scope: { kind: 'all' }, filters: {} },
  { scope: { kind: 'counties', countyIds: [1] }, filters: {} },
  SEVERAL,
  { scope: { kind: 'own', accountId: PEOPLE_WITHOUT_COUNTY[0] }, filters: {} },
]

const idsOf = ({ rows }: DocumentsPage) => rows.map((row) => row.id)

describe.each([
  { timeZone: 'UTC', prepareNamed: true, shapes: SHAPES },
  { timeZone: 'America/Chicago', prepareNamed: false, shapes: SOME_SHAPES },
])(
  'pages next to a position on a database in $timeZone, named statements $prepareNamed',
  ({ timeZone, prepareNamed, shapes }) => {
    let database: TestDatabase
    let list: PageDatabase

    beforeAll(async () => {
      database = await testDatabase({ timeZone })
      // A pooler supports no named statements.
      list = { pool: database.pool, prepareNamed: prepareNamed && database.database.prepareNamed }
      await seedPeople(database.pool)
      await seedDocuments(database.pool, { count: DOCUMENTS })
      await foldCounts(database.pool)
      // These wait as deltas, because a total is cells plus deltas.
      await insertDocuments(
        database.pool,
        Array.from({ length: CLOSE_TOGETHER }, (_, i) => {
          const micros = String(Math.floor(i / 5)).padStart(3, '0')
          return { uploader: 1 + (i % 6), moment: `2025-04-15 23:59:00.123${micros}Z` }
        }),
      )
    })
    afterAll(() => database.close())

    type Beside = { readonly after: ListPosition } | { readonly before: ListPosition }
    const read = (
      { scope, filters }: Shape,
      pageSize: number,
      beside?: Beside,
    ): Promise<DocumentsPage<ListPosition>> =>
      readDocumentsPage(list, scope, { ...filters, page: 1, pageSize, ...beside })

    /**
     * Walks from the first page to the last by each page's next cursor, and back again. `between` runs after each page.
     */
    async function walk(shape: Shape, pageSize: number, between: () => Promise<void> = async () => {}) {
      const totals = new Set<number>()
      const down: number[] = []
      const up: number[] = []
      let page = await read(shape, pageSize)
      for (;;) {
        totals.add(page.total)
        down.push(...idsOf(page))
        await between()
        if (!page.next) break
        page = await read(shape, pageSize, { after: page.next })
      }
      up.push(...idsOf(page))
      while (page.previous) {
        page = await read(shape, pageSize, { before: page.previous })
        totals.add(page.total)
        up.unshift(...idsOf(page))
        await between()
      }
      return { down, up, totals: [...totals] }
    }

    test('next and previous lead through every shape of the list in its order, each with the exact total', async () => {
      const idsOf = await readReference(database.pool)
      for (const shape of shapes) {
        const ids = idsOf(shape)
        expect({ shape, ...(await walk(shape, 97)) }).toEqual({
          shape,
          down: ids,
          up: ids,
          totals: [ids.length],
        })
      }
    })

    test('a page may end between documents of one moment, or of one millisecond', async () => {
      const idsOf = await readReference(database.pool)
      for (const shape of SCOPES.slice(1)) {
        const ids = idsOf(shape)
        const { down, up } = await walk(shape, 7)
        expect({ shape, down, up }).toEqual({ shape, down: ids, up: ids })
      }
    })

    test('R5.69 whatever is added and removed meanwhile, each remaining document appears once, there and back', async () => {
      for (const shape of SCOPES) {
        const before = await referenceIds(database.pool, shape)
        let round = 0
        const { down, up } = await walk(shape, 60, async () => {
          round += 1
          // Above, below and in the middle of the reader's position, and exactly at the page edges.
          await insertDocuments(
            database.pool,
            ['2026-12-01Z', '2025-03-10 12:00Z', '2022-01-01Z'].flatMap((moment) =>
              [1, 5].map((uploader) => ({ uploader, moment })),
            ),
          )
          await database.pool.query(
            `UPDATE document SET deleted_at = now(), deleted_by = 1 WHERE deleted_at IS NULL AND id % 23 = $1`,
            [round % 23],
          )
          await database.pool.query('SELECT fold_document_counts(20)')
        })
        const after = new Set(await referenceIds(database.pool, shape))
        const stayed = before.filter((id) => after.has(id))
        expect(stayed.length).toBeGreaterThan(20)
        expect(stayed.length).toBeLessThan(before.length)
        const met = (ids: readonly number[]) => ids.filter((id) => stayed.includes(id))
        expect({ shape, down: met(down), up: met(up) }).toEqual({ shape, down: stayed, up: stayed })
        for (const ids of [down, up]) expect(new Set(ids).size).toBe(ids.length)
      }
    })

    test('a position stays valid after its document is deleted or changes its status', async () => {
      const first = await read(SEVERAL, 20)
      const [second, third] = (await referenceIds(database.pool, SEVERAL)).slice(20, 22)
      const edge = idsOf(first).at(-1)
      await database.pool.query('UPDATE document SET deleted_at = now(), deleted_by = 1 WHERE id = $1', [
        edge,
      ])
      expect(idsOf(await read(SEVERAL, 2, { after: first.next! }))).toEqual([second, third])
      await database.pool.query(
        'UPDATE document SET deleted_at = NULL, deleted_by = NULL, status_id = 2 WHERE id = $1',
        [edge],
      )
      const page = await read(SEVERAL, 2, { after: first.next! })
      expect(idsOf(page)).toEqual([second, third])
      expect(idsOf(await read(SEVERAL, 200, { before: page.previous! }))).toEqual(idsOf(first).slice(0, -1))
    })

    test('a position above or below all rows of a filter has all of them on one side', async () => {
      const shape: Shape = { scope: { kind: 'all' }, filters: { statusId: 3 } }
      const ids = await referenceIds(database.pool, shape)
      const above = { rank: 32_767, moment: 0, id: 1 }
      const below = { rank: 0, moment: 0, id: 1 }
      const empty = { total: ids.length, isTotalExact: true, rows: [] }
      expect(idsOf(await read(shape, 200, { after: above }))).toEqual(ids.slice(0, 200))
      expect(idsOf(await read(shape, 200, { before: below }))).toEqual(ids.slice(-200))
      expect(await read(shape, 200, { before: above })).toEqual(empty)
      expect(await read(shape, 200, { after: below })).toEqual(empty)
    })

    test('V8.4.1 another person’s position shows a caller only their own rows', async () => {
      const middle = await read({ scope: { kind: 'all' }, filters: {} }, 200)
      for (const shape of SCOPES.slice(1)) {
        const own = new Set(await referenceIds(database.pool, shape))
        for (const beside of [{ after: middle.next! }, { before: middle.next! }]) {
          const { rows, total } = await read(shape, 200, beside)
          expect(rows.length).toBeGreaterThan(0)
          expect(rows.filter(({ id }) => !own.has(id))).toEqual([])
          expect(total).toBe(own.size)
        }
      }
      const elsewhere = { scope: SEVERAL.scope, filters: { countyId: 2 } }
      expect(await read(elsewhere, 50, { after: middle.next! })).toEqual({
        total: 0,
        isTotalExact: true,
        rows: [],
      })
    })

    test('a page in the middle of the list reads little more than its own rows', async () => {
      await vacuumDocuments(database.pool)
      const client: PoolClient = await database.pool.connect()
      try {
        // With several counties the planner may prefer to walk all of a list this short.
        for (const shape of [
          ...SCOPES.filter(({ scope }) => scope.kind !== 'counties' || scope.countyIds.length === 1),
          { scope: { kind: 'all' }, filters: { typeId: 1, statusId: 2 } } as const,
        ]) {
          const ids = await referenceIds(database.pool, shape)
          const start = await readDocumentsPage(list, shape.scope, {
            ...shape.filters,
            page: 1,
            pageSize: Math.floor(ids.length / 2),
          })
          for (const beside of [{ after: start.next! }, { before: start.next! }]) {
            const read = await entriesReadBy(client, () =>
              readDocumentsPage({ ...list, pool: client }, shape.scope, {
                ...shape.filters,
                page: 1,
                pageSize: 10,
                ...beside,
              }),
            )
            expect({ shape, beside, read }).toEqual({
              shape,
              beside,
              read: expect.toSatisfy((entries: number) => entries >= 10 && entries < 60) as number,
            })
          }
        }
      } finally {
        client.release()
      }
    })
  },
)
