import { describe, expect, test } from 'vitest'
import { readRange } from './byte-range.ts'
import { entityTag, isUnchanged, rangeCounts } from '../../../engines/http/entity-tag.ts'

describe('E16 a range of ten bytes', () => {
  test.each([
    [undefined, 'whole'],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['Bytes= 3-5 ', { start: 3, end: 5 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=5-1000000000000', { start: 5, end: 9 }],
    ['bytes=-1', { start: 9, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=1000000000000-', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=5-1', 'whole'],
    ['bytes=0-0,2-2', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1.5-2', 'whole'],
    ['items=0-1', 'whole'],
    ['', 'whole'],
  ])('%j is %j', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected)
  })
})

describe('the entity tag', () => {
  const tag = entityTag(Buffer.alloc(32, 7))

  test.each([
    [tag, true],
    [`W/${tag}`, true],
    [`"other", ${tag}`, true],
    ['*', true],
    ['"other"', false],
    ['', false],
    [undefined, false],
  ])('If-None-Match: %s means unchanged: %j', (header, expected) => {
    expect(isUnchanged(header, tag)).toBe(expected)
  })

  test('If-Range counts for this exact tag only', () => {
    expect(rangeCounts(undefined, tag)).toBe(true)
    expect(rangeCounts(tag, tag)).toBe(true)
    expect(rangeCounts(`W/${tag}`, tag)).toBe(false)
    expect(rangeCounts('Wed, 21 Oct 2015 07:28:00 GMT', tag)).toBe(false)
  })
})
