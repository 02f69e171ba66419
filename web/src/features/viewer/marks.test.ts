import { expect, test } from 'vitest'
import { markerOf } from './marks.ts'

test.each([
  ['Hernández,', ['hernandez'], true],
  ['(R-000123)', ['r-000123'], true],
  ['R-000123', ['r000123'], true],
  ['renditions', ['rendition'], true],
  ['Reeves', ['ree'], true],
  ['Reeves', ['eves'], false],
  ['Reeves', ['...'], false],
  ['Reeves', [], false],
])('R16.1 %s with the marks %j: %j', (word, marks, expected) => {
  expect(markerOf(marks)(word)).toBe(expected)
})
