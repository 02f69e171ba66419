import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPool } from '../../engines/database/pool.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { readDocumentsPage } from './pages/documents-page.repository.ts'
import {
  COUNTIES,
  INSERT_DOCUMENT,
  KINDS_OF_PAPER,
  seedDocuments,
  seedPeople,
} from './pages/documents.test-data.ts'
import { foldCounts } from './counts/counts.repository.ts'
import { referenceIds, SHAPES, wrongCells } from './pages/reference-list.test-data.ts'

const WRITERS = 16
const READERS = 3
/** Milliseconds. */
const STORM = 2500
const SILENT = { info() {}, warn() {}, error() {} }

let database: TestDatabase
afterEach(() => database.close())

describe.each([
  { timeZone: 'UTC', prepareNamed: true },
  { timeZone: 'America/Chicago', prepareNamed: false },
])('a storm of changes on a database in $timeZone', ({ timeZone, prepareNamed }) => {
  let pool: Pool

  beforeEach(async () => {
    database = await testDatabase({ timeZone })
    pool = createPool({ connectionString: database.url }, { size: WRITERS + READERS + 1, log: SILENT })
    await seedPeople(pool)
    await seedDocuments(pool, { count: 2000 })
  })
  afterEach(() => pool.end())

  test('V15.4.1 every total and every page is right, every cell after the last fold, and nothing deadlocks', async () => {
    // A pooler supports no named statements.
    const mayName = database.database.prepareNamed
    const ends = performance.now() + STORM
    const writers = Array.from({ length: WRITERS }, (_, i) => {
      const random = chance(i)
      return repeat({ ends, atLeast: 15 }, () => inTransaction(pool, writing(random)))
    })
    const readers = Array.from({ length: READERS }, (_, i) => {
      const random = chance(100 + i)
      return repeat({ ends, atLeast: 10 }, () =>
        compareOnePage(pool, { random, prepareNamed: prepareNamed && mayName }),
      )
    })
    await Promise.all([...writers, ...readers, repeat({ ends, atLeast: 3 }, () => foldCounts(pool))])
    await foldCounts(pool)
    expect(await wrongCells(pool)).toBe(0)
    await pool.query('SELECT rebuild_document_counts()')
    expect(await wrongCells(pool)).toBe(0)
  })
})

describe('folding', () => {
  beforeEach(async () => {
    database = await testDatabase()
    await seedPeople(database.pool)
  })

  test('processes all waiting deltas, in several rounds, and returns how many', async () => {
    for (const from of [1, 5001, 10_001]) await seedDocuments(database.pool, { count: 5000, from })
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM document_delta',
    )
    expect(rows[0]?.n).toBeGreaterThan(5000)
    expect(await foldCounts(database.pool)).toBe(rows[0]?.n)
    expect(await foldCounts(database.pool)).toBe(0)
    expect(await wrongCells(database.pool)).toBe(0)
  })

  test('C21 is done by one of several servers', async () => {
    await seedDocuments(database.pool, { count: 3000 })
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM document_delta',
    )
    const folded = await Promise.all(Array.from({ length: 4 }, () => foldCounts(database.pool)))
    expect(sum(folded)).toBe(rows[0]?.n)
    expect(await wrongCells(database.pool)).toBe(0)
  })

  test('leaves the vacuum of a table to a role that may do it', async () => {
    const asked: string[] = []
    const answers = [[{ n: 3 }], [{ may: false }]]
    const query = (async (text: string) => {
      asked.push(text)
      return { rows: answers.shift() ?? [] }
    }) as unknown as Pool['query']
    expect(await foldCounts({ query })).toBe(3)
    expect(asked.some((text) => text.startsWith('VACUUM'))).toBe(false)
  })

  test('a recount corrects changes that bypassed the triggers', async () => {
    await seedDocuments(database.pool, { count: 500 })
    await database.pool.query('ALTER TABLE document DISABLE TRIGGER document_inserted')
    await seedDocuments(database.pool, { count: 500, from: 501 })
    await database.pool.query('ALTER TABLE document ENABLE TRIGGER document_inserted')
    await foldCounts(database.pool)
    expect(await wrongCells(database.pool)).toBeGreaterThan(0)
    await database.pool.query('SELECT rebuild_document_counts()')
    expect(await wrongCells(database.pool)).toBe(0)
  })
})

type Random = (below: number) => number
type Work = (client: PoolClient) => Promise<'commit' | 'roll back'>

/** The same random numbers in every run. */
function chance(seed: number): Random {
  let state = seed * 2_654_435_761 + 12_345
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One to three changes of random documents, in the order of their ids. One time in five all of it is rolled back. */
function writing(random: Random): Work {
  return async (client) => {
    const ids = Array.from({ length: 1 + random(3) }, () => 1 + random(2400)).sort((a, b) => a - b)
    for (const id of ids) await changeOne(client, { id, random })
    return random(5) === 0 ? 'roll back' : 'commit'
  }
}

async function changeOne(client: PoolClient, { id, random }: { id: number; random: Random }): Promise<void> {
  const paper = KINDS_OF_PAPER[random(3)] ?? KINDS_OF_PAPER[0]
  const changes: (() => [string, unknown[]])[] = [
    () => [
      INSERT_DOCUMENT,
      [
        1 + random(6),
        paper.categoryId,
        paper.typeId,
        1 + random(4),
        new Date(Date.UTC(2025, random(12), 1, random(24))),
      ],
    ],
    () => ['UPDATE document SET status_id = $2 WHERE id = $1', [id, 1 + random(4)]],
    () => [
      'UPDATE document SET status_id = $2, description = description WHERE id = $1',
      [id, 1 + random(4)],
    ],
    () => [
      'UPDATE document SET category_id = $2, type_id = $3 WHERE id = $1',
      [id, paper.categoryId, paper.typeId],
    ],
    () => ['UPDATE document SET county_id = $2 WHERE id = $1', [id, [null, ...COUNTIES][random(5)]]],
    () => [
      'UPDATE document SET deleted_at = now(), deleted_by = 1 WHERE id = $1 AND deleted_at IS NULL',
      [id],
    ],
    () => ['UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id = $1', [id]],
    () => ['DELETE FROM document WHERE id = $1 AND deleted_at IS NOT NULL', [id]],
  ]
  const [text, values] = changes[random(changes.length)]?.() ?? ['SELECT', []]
  await client.query(text, values)
}

type Reading = { random: Random; prepareNamed: boolean }

/** Reads a random page and the plain list in one snapshot, and compares them. */
function compareOnePage(pool: Pool, { random, prepareNamed }: Reading): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const shape = SHAPES[random(SHAPES.length)]
    if (!shape) throw new Error('There is no such shape.')
    const ids = await referenceIds(client, shape)
    const page = 1 + random(Math.ceil(ids.length / 50) + 1)
    const list = { pool: client, prepareNamed }
    const { total, rows } = await readDocumentsPage(list, shape.scope, {
      ...shape.filters,
      page,
      pageSize: 50,
    })
    const asked = { shape, page }
    expect({ asked, total, ids: rows.map((row) => row.id) }).toEqual({
      asked,
      total: ids.length,
      ids: ids.slice((page - 1) * 50, page * 50),
    })
    return 'roll back'
  })
}

async function inTransaction(pool: Pool, work: Work): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const outcome = await work(client)
    await client.query(outcome === 'commit' ? 'COMMIT' : 'ROLLBACK')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Repeats until that time of the monotonic clock, and at least `atLeast` times on a busy machine. */
async function repeat(
  { ends, atLeast }: { ends: number; atLeast: number },
  work: () => Promise<unknown>,
): Promise<void> {
  for (let done = 0; done < atLeast || performance.now() < ends; done++) await work()
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
