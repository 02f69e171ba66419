import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createDictionaries } from './dictionaries.ts'

it('a county that was added while the names were being read is known to who asks for it next', async () => {
  const { pool, close } = await testDatabase()
  try {
    const gate = Promise.withResolvers<void>()
    const queries: Promise<unknown>[] = []
    const slow = {
      async query(text: string) {
        const answer = pool.query(text)
        queries.push(answer)
        await gate.promise
        return answer
      },
    }
    const dictionaries = createDictionaries(slow as unknown as Pool)
    const before = dictionaries.names()
    await Promise.all(queries)
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO county (name, created_at) VALUES ('Reeves', now()) RETURNING id`,
    )
    const countyId = rows[0]?.id ?? 0
    const after = dictionaries.names([countyId])
    gate.resolve()
    expect((await before).countyName(countyId)).toBeNull()
    expect((await after).countyName(countyId)).toBe('Reeves')
  } finally {
    await close()
  }
})

it('forgotten names are read again, and a read that began before does not bring them back', async () => {
  const { pool, close } = await testDatabase()
  try {
    const gate = Promise.withResolvers<void>()
    const queries: Promise<unknown>[] = []
    const slow = {
      async query(text: string) {
        const answer = pool.query(text)
        queries.push(answer)
        await gate.promise
        return answer
      },
    }
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO county (name, created_at) VALUES ('Reeves', now()) RETURNING id`,
    )
    const countyId = rows[0]?.id ?? 0
    const dictionaries = createDictionaries(slow as unknown as Pool)
    const before = dictionaries.names()
    await Promise.all(queries)
    await pool.query(`UPDATE county SET name = 'Winkler' WHERE id = $1`, [countyId])
    dictionaries.forget()
    gate.resolve()
    expect((await before).countyName(countyId)).toBe('Reeves')
    expect((await dictionaries.names()).countyName(countyId)).toBe('Winkler')
  } finally {
    await close()
  }
})
