import { expect, test } from 'vitest'
import { BACKGROUND, warningSources } from './background.ts'
import { DOCUMENT_SUBSCRIBERS } from './subscribers.ts'

const warnings = warningSources().flatMap((source) => Object.entries(source.warnings))

test('R1.99 each subscriber to documents has its job in its lane', () => {
  const lanes = new Map(BACKGROUND.jobs.map(({ kind, lane }) => [kind, lane]))
  expect(DOCUMENT_SUBSCRIBERS.length).toBeGreaterThan(0)
  for (const { name, lane } of DOCUMENT_SUBSCRIBERS) expect(lanes.get(name)).toBe(lane)
})

test('R8.45 each warning has its own code', () => {
  const codes = warnings.map(([code]) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)+$/.test(code))).toEqual([])
})

test.each(warnings)('R8.45 %s has a remedy in whole sentences', (_code, { advice }) => {
  expect(advice).toMatch(/^[A-Z].{10,}\.$/)
})
