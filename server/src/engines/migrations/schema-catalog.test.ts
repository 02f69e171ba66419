import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { readCatalog } from './schema-catalog.repository.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('R1.105 the catalog covers the schema in which the role creates its tables, whatever its name', async () => {
  const found = await portal.world.database.kysely.transaction().execute(async (transaction) => {
    await sql`CREATE SCHEMA "Own schema"`.execute(transaction)
    await sql`SET LOCAL search_path TO "Own schema"`.execute(transaction)
    await sql`CREATE TABLE paper (id integer PRIMARY KEY)`.execute(transaction)
    return readCatalog(transaction)
  })
  expect(found).toEqual({
    columns: ['paper.id integer NOT NULL'],
    triggers: [],
    constraints: ['paper.paper_pkey'],
    indexes: ['paper.paper_pkey'],
  })
})
