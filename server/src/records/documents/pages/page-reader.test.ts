import { expect, test } from 'vitest'
import { createCountedPages } from './documents-page.repository.ts'
import { chooseReader, type DocumentsPage, type PageRequest, type QueryReader } from './page-reader.ts'

const EVERYTHING = { kind: 'all' } as const
const FIRST = { page: 1, pageSize: 50 } as const

/** A reader that supports one filter, with a total that is a lower bound. */
function readerOf(filter: string, total: number): QueryReader {
  const page: DocumentsPage = { total, isTotalExact: false, rows: [] }
  return {
    canRead: (filters) => Object.keys(filters).every((name) => name === filter),
    read: async () => page,
  }
}

const request = (filters: object): PageRequest => ({ ...FIRST, ...filters })

test('the first reader that supports every filter of a query reads its page', async () => {
  const { read } = chooseReader([
    readerOf('typeId', 1),
    readerOf('typeId', 2),
    readerOf('words', 10_000),
    readerOf('words', 3),
  ])
  expect(await read(EVERYTHING, request({ typeId: 13 }))).toMatchObject({ total: 1 })
  expect(await read(EVERYTHING, request({ words: 'hernandez' }))).toEqual({
    total: 10_000,
    isTotalExact: false,
    rows: [],
  })
})

test('a query with a filter that no reader supports is refused, not read without it', () => {
  const { read } = chooseReader([readerOf('typeId', 1)])
  expect(() => read(EVERYTHING, request({ typeId: 13, words: 'x' }))).toThrow('typeId, words')
})

test('the counted cells support the four filters of the list, and no other', () => {
  const { canRead } = createCountedPages({ pool: { query: () => undefined }, prepareNamed: false } as never)
  expect(canRead({ categoryId: 1, typeId: 2, statusId: 3, countyId: 4 })).toBe(true)
  expect(canRead({ typeId: 2, words: 'x' } as object)).toBe(false)
})
