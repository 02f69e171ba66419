import { expect, test } from 'vitest'
import { isDoubtful, matchFiles, resizedNames } from './match-files.ts'
import { entryOf } from './queue-entry.test-data.ts'

const CHANGED_AT = 1_790_000_000_000

function chosen(name: string, about: { size?: number; lastModified?: number; sha256?: string } = {}) {
  const { sha256 = null, size = 1000, lastModified = CHANGED_AT } = about
  return { file: { name, size, lastModified }, folder: '', sha256 }
}

const ASKED = entryOf({ key: 'asked', name: 'a.pdf' })
const absent = new Set(['asked'])

test('a requested file goes to its entry, another one is new', () => {
  const [same, other] = [chosen('a.pdf'), chosen('b.pdf')]
  expect(matchFiles([same, other], { entries: [ASKED], absent })).toEqual({
    found: [{ entry: ASKED, chosen: same }],
    fresh: [other],
    repeated: [],
  })
})

test('a file that has changed since, or has another size, is another file', () => {
  const others = [chosen('a.pdf', { lastModified: CHANGED_AT + 1 }), chosen('a.pdf', { size: 1001 })]
  expect(matchFiles(others, { entries: [ASKED], absent }).fresh).toEqual(others)
})

test('if both hashes are known they alone decide', () => {
  const entry = { ...ASKED, sha256: 'aa' }
  const copied = chosen('a.pdf', { lastModified: CHANGED_AT + 1, sha256: 'aa' })
  const changed = chosen('a.pdf', { sha256: 'bb' })
  expect(matchFiles([copied], { entries: [entry], absent }).found).toHaveLength(1)
  expect(matchFiles([changed], { entries: [entry], absent }).fresh).toHaveLength(1)
})

test('a file that is in the queue is not added again, nor one that is chosen twice', () => {
  const { fresh, repeated } = matchFiles([chosen('a.pdf'), chosen('b.pdf'), chosen('b.pdf')], {
    entries: [ASKED],
    absent: new Set(),
  })
  expect(fresh.map(({ file }) => file.name)).toEqual(['b.pdf'])
  expect(repeated.map(({ file }) => file.name)).toEqual(['a.pdf', 'b.pdf'])
})

test('R5.122 a requested file is identified by its hash alone, whenever it was changed', () => {
  const entries = [{ ...ASKED, sha256: 'aa' }]
  const copy = chosen('a.pdf', { lastModified: CHANGED_AT + 1 })
  expect(isDoubtful(copy, { entries, absent })).toBe(true)
  expect(isDoubtful(chosen('a.pdf'), { entries, absent })).toBe(true)
  expect(isDoubtful(copy, { entries, absent: new Set<string>() })).toBe(false)
  expect(isDoubtful(copy, { entries: [ASKED], absent })).toBe(false)
  expect(isDoubtful(chosen('b.pdf'), { entries, absent })).toBe(false)
})

test('R7.99 a file of another size under the name of a missing one has changed since its upload began', () => {
  const queue = { entries: [ASKED], absent }
  expect(resizedNames([chosen('a.pdf', { size: 1001 }), chosen('b.pdf')], queue)).toEqual(['a.pdf'])
  expect(resizedNames([chosen('a.pdf')], queue)).toEqual([])
  expect(resizedNames([{ ...chosen('a.pdf', { size: 1001 }), folder: '2026' }], queue)).toEqual([])
  expect(resizedNames([chosen('a.pdf', { size: 1001 })], { ...queue, absent: new Set() })).toEqual([])
})
