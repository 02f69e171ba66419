import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSqlFile } from '@portal/server/src/engines/migrations/repeatables.ts'
import { REPEATABLES } from '@portal/server/src/schema.ts'
import { testDatabase, type TestDatabase } from '@portal/server/src/testing/database.ts'
import { functionsOf } from '@portal/server/src/testing/functions-of.ts'
import { committedNotes, nextNotes } from './repeatable-notes.ts'

const notes = committedNotes()
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

describe('the notes on repeatable SQL', () => {
  test('record each file as it is: after a change `npm run generate` increases its revision', async () => {
    const files = await Promise.all(REPEATABLES.map(readSqlFile))
    const hashes = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))
    const noted = Object.entries(notes.files).map(([name, { sha256 }]) => [name, sha256])
    expect(Object.fromEntries(noted)).toEqual(hashes)
  })

  test('list every function as it is: the functions that the previous release calls exist, with their arguments and results', async () => {
    // If a function is missing below, servers of the previous release still call it. Keep it next to the new one, and
    // remove it and its line in a later release, by a migration with `-- contract: needs NNNN`.
    expect(await functionsOf(database.pool)).toEqual(notes.functions.toSorted())
  })

  test('give changed files the next revision, and keep removed ones', () => {
    const noted = { files: { 'a.sql': { revision: 2, sha256: 'old' } }, functions: ['gone() returns void'] }
    const files = [
      { name: 'a.sql', sha256: 'new', sql: '' },
      { name: 'b.sql', sha256: 'b', sql: '' },
    ]
    const next = nextNotes(noted, { files, functions: ['added() returns void'] })
    expect(next).toEqual({
      files: { 'a.sql': { revision: 3, sha256: 'new' }, 'b.sql': { revision: 1, sha256: 'b' } },
      functions: ['added() returns void', 'gone() returns void'],
    })
    expect(nextNotes(next, { files, functions: [] })).toEqual(next)
  })
})
