import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BACKGROUND, warningSources } from './background.ts'
import { DOCUMENT_SUBSCRIBERS } from './records/subscribers.ts'

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

/** The codes of a source, or of a function that makes one. */
function codesOf([name, value]: readonly [string, unknown]): readonly string[] {
  const source: unknown = typeof value === 'function' && /^create\w+Warnings$/.test(name) ? value([]) : value
  const isSource = typeof source === 'object' && source !== null && 'warnings' in source
  return isSource ? Object.keys(source.warnings as object) : []
}

test('R8.45 /readyz and System status read every source of warnings', async () => {
  const folder = import.meta.dirname
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.warnings.ts'))
  const found = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(join(folder, file))) as Readonly<Record<string, unknown>>
      return [file, Object.entries(exported).flatMap(codesOf)] as const
    }),
  )
  expect(found.filter(([, codes]) => codes.length === 0)).toEqual([])
  const read = new Set(warnings.map(([code]) => code))
  const unread = found.map(([file, codes]) => [file, codes.filter((code) => !read.has(code))])
  expect(unread.filter(([, codes]) => codes?.length !== 0)).toEqual([])
})

test.each(warnings)('R8.45 %s has a remedy in whole sentences', (_code, { advice }) => {
  expect(advice).toMatch(/^[A-Z].{10,}\.$/)
})
