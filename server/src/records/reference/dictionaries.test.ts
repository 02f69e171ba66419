import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDictionaries } from './dictionaries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function addCounty(name: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    'INSERT INTO county (name, created_at) VALUES ($1, now()) RETURNING id',
    [name],
  )
  return rows[0]?.id ?? 0
}

/** Names whose first read has its rows, but does not return before `release`. */
async function readSlowly() {
  const gate = Promise.withResolvers<void>()
  const queries: Promise<unknown>[] = []
  const slow = {
    async query(text: string) {
      const answer = database.pool.query(text)
      queries.push(answer)
      await gate.promise
      return answer
    },
  }
  const dictionaries = createDictionaries(slow as unknown as Pool)
  const before = dictionaries.names()
  await Promise.all(queries)
  return { dictionaries, before, release: () => gate.resolve() }
}

it('the next caller sees a county that was added while the names were being read', async () => {
  const { dictionaries, before, release } = await readSlowly()
  const countyId = await addCounty('Reeves')
  const after = dictionaries.names([countyId])
  release()
  expect((await before).countyName(countyId)).toBeNull()
  expect((await after).countyName(countyId)).toBe('Reeves')
})

it('R10.7 forgotten names are read again, and an earlier read does not restore them', async () => {
  const countyId = await addCounty('Loving')
  const { dictionaries, before, release } = await readSlowly()
  await database.pool.query(`UPDATE county SET name = 'Winkler' WHERE id = $1`, [countyId])
  dictionaries.forget()
  release()
  expect((await before).countyName(countyId)).toBe('Loving')
  expect((await dictionaries.names()).countyName(countyId)).toBe('Winkler')
})

it('R10.7 names are as old as the start of their read, so a change by another process shows within two seconds', async () => {
  const countyId = await addCounty('Ward')
  const begun = performance.now()
  const now = vi.spyOn(performance, 'now').mockReturnValue(begun)
  const { dictionaries, before, release } = await readSlowly()
  await database.pool.query(`UPDATE county SET name = 'Crane' WHERE id = $1`, [countyId])
  now.mockReturnValue(begun + 1900)
  release()
  expect((await before).countyName(countyId)).toBe('Ward')
  now.mockReturnValue(begun + 2001)
  expect((await dictionaries.names()).countyName(countyId)).toBe('Crane')
})
