import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createOrganizationSearch } from './organization-search.ts'

const COUNTIES = [1, 2, 3]

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`
    INSERT INTO county (name, created_at) SELECT 'County ' || n, now() FROM generate_series(1, 3) AS n;
    INSERT INTO organization (party_number, organization_name) SELECT n, 'Mesa ' || n FROM generate_series(1, 300) AS n;
    INSERT INTO county_organization (county_id, party_number, name)
      SELECT 1 + (n - 1) / 100, n, 'M' FROM generate_series(1, 300) AS n`)
})
afterAll(() => database.close())

const searchAll = async (search: ReturnType<typeof createOrganizationSearch>, term: string) =>
  Promise.all(
    COUNTIES.map((countyId) =>
      search.search(database.database.kysely, { counties: countyId, term, limit: 2 }),
    ),
  )

it.each([
  ['holds every county', undefined],
  ['holds the last one only', { maxHeldCharacters: 1 }],
])('returns the same if memory %s, and sees changes of other processes', async (_, options) => {
  const [mine, others] = [createOrganizationSearch(options), createOrganizationSearch()]
  expect(await searchAll(mine, 'mesa')).toEqual([
    [1, 10],
    [101, 102],
    [201, 202],
  ])
  expect(await searchAll(mine, 'mesa 15')).toEqual([[15], [150, 151], []])
  for (const name of ['Lobo', 'Mesa 150']) {
    await database.pool.query('UPDATE organization SET organization_name = $1 WHERE party_number = 150', [
      name,
    ])
    const expected = name === 'Lobo' ? [[], [150], []] : [[], [], []]
    expect(await searchAll(mine, 'lobo')).toEqual(expected)
    expect(await searchAll(others, 'lobo')).toEqual(expected)
  }
})

it('finds the organizations of all counties together, once each, by all their names', async () => {
  const search = createOrganizationSearch()
  const find = (term: string) =>
    search.search(database.database.kysely, { counties: 'every', term, limit: 3 })
  await database.pool.query(
    "INSERT INTO county_organization (county_id, party_number, name) VALUES (2, 7, 'SEVEN OF TWO'), (3, 7, 'SEVEN OF THREE')",
  )
  expect(await find('299')).toEqual([299])
  expect(await find('seven of')).toEqual([7])
  expect(await find('mesa 7')).toEqual([7, 70, 71])
  await database.pool.query(
    "UPDATE county_organization SET name = 'SIETE' WHERE county_id = 3 AND party_number = 7",
  )
  expect([await find('siete'), await find('of three')]).toEqual([[7], []])
  await database.pool.query('DELETE FROM county_organization WHERE party_number = 7')
  expect(await find('siete')).toEqual([])
})

it('R15.59 finds the organizations of some counties together, by their names there, and sees changes', async () => {
  const { pool, database: of } = database
  await pool.query(
    "INSERT INTO county_organization (county_id, party_number, name) VALUES (1, 205, 'ONE TWOFIVE'), (3, 5, 'THREE FIVE')",
  )
  const search = createOrganizationSearch()
  const find = (term: string) => search.search(of.kysely, { counties: [1, 2], term, limit: 300 })
  expect(Math.max(...(await find('mesa')))).toBe(205)
  expect([await find('twofive'), await find('three five'), await find('mesa 299')]).toEqual([[205], [], []])
  await pool.query('DELETE FROM county_organization WHERE county_id = 1 AND party_number = 205')
  expect([await find('twofive'), await find('mesa 205')]).toEqual([[], []])
  await pool.query('DELETE FROM county_organization WHERE county_id = 3 AND party_number = 5')
})
