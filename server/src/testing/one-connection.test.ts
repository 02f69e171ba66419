import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from './database.ts'
import { SECOND_CONNECTION } from './one-connection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const ways = {
  'Kysely over the pool': async () => sql`SELECT 1`.execute(database.database.kysely),
  'the pool itself': async () => database.pool.query('SELECT 1'),
}

test.each(Object.entries(ways))('inside a transaction a test detects uses of %s', async (_way, ask) => {
  const work = database.database.kysely.transaction().execute(ask)
  await expect(work).rejects.toThrow(SECOND_CONNECTION)
})

test.each(Object.entries(ways))('before and after a transaction %s can be used', async (_way, ask) => {
  await ask()
  const one = await database.database.kysely
    .transaction()
    .execute(async (transaction) => sql`SELECT 1 AS one`.execute(transaction))
  expect(one.rows).toEqual([{ one: 1 }])
  await ask()
})
