import { describe, expect, it } from 'vitest'
import { createNameIndex } from './name-index.ts'

const LINES = [
  '1200\tabbott ranch',
  '45\tcaprock oil & gas',
  '12\tmesa oil',
  '512\toil states',
  '7\tzapata 12\toil of zapata',
]
const index = createNameIndex(LINES.join('\n'))

describe('a search among names', () => {
  it('returns the number equal to the term, then numbers that start with it, then those that contain it', () => {
    expect(index.search('12', 10)).toEqual([12, 1200, 512, 7])
  })

  it('returns names that start with the term before those that contain it, by either name of a line', () => {
    expect(index.search('oil', 10)).toEqual([512, 7, 45, 12])
  })

  it('returns each line once, however often it contains the term', () => {
    expect(index.search('a', 10)).toEqual([1200, 45, 12, 512, 7])
  })

  it('stops at the limit, best first', () => {
    expect(index.search('oil', 3)).toEqual([512, 7, 45])
    expect(index.search('a', 1)).toEqual([1200])
  })

  it('has no match across two names or two lines', () => {
    const small = createNameIndex('5\tab\tcd\n1\tef')
    for (const term of ['bc', 'abcd', 'd1', 'b c', '5ab']) expect(small.search(term, 10)).toEqual([])
  })

  it('finds the last line, its last letter and its number', () => {
    expect(index.search('zapata', 10)).toEqual([7])
    expect(index.search('7', 10)).toEqual([7])
    expect(createNameIndex('3\tx').search('x', 10)).toEqual([3])
  })

  it('has no match for an empty term, and none in an empty county', () => {
    expect(index.search('', 10)).toEqual([])
    expect(createNameIndex('').search('a', 10)).toEqual([])
  })
})
