import { expect, test } from 'vitest'
import { warningSources } from './background.ts'

const warnings = warningSources().flatMap((source) => Object.entries(source.warnings))

test('R8.45 each warning has its own code', () => {
  const codes = warnings.map(([code]) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)+$/.test(code))).toEqual([])
})

test.each(warnings)('R8.45 %s has a remedy in whole sentences', (_code, { advice }) => {
  expect(advice).toMatch(/^[A-Z].{10,}\.$/)
})
