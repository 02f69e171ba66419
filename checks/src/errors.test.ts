import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ErrorCase } from '@portal/contract/error.ts'
import { COMMON_ERRORS, ROOMS } from '@portal/contract/every-call.ts'
import { beforeAll, describe, expect, it } from 'vitest'

const CONTRACT = fileURLToPath(new URL('../../contract/src/', import.meta.url))
const CALLS = ROOMS.flatMap(({ calls }) => calls)

function isErrorCase(value: unknown): value is ErrorCase {
  return typeof value === 'object' && value !== null && 'code' in value && 'sentence' in value
}

/** Every error that a file of the contract exports, by its name there. */
async function exportedErrors(): Promise<[name: string, error: ErrorCase][]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files.map(async (name) => (await import(CONTRACT + name)) as Record<string, unknown>),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, ErrorCase] => isErrorCase(entry[1]))
}

describe('the errors of the contract', () => {
  let exported: [name: string, error: ErrorCase][]
  beforeAll(async () => {
    exported = await exportedErrors()
  })

  it('are each listed by a call, or among those that any call can answer', () => {
    const listed = new Set<ErrorCase>([...COMMON_ERRORS, ...CALLS.flatMap(({ errors }) => [...errors])])
    expect(exported.length).toBeGreaterThan(70)
    expect(exported.filter(([, error]) => !listed.has(error)).map(([name]) => name)).toEqual([])
  })

  it('have each a code of their own, a subject and what is wrong with it', () => {
    const codes = exported.map(([, { code }]) => code)
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
    expect(codes.filter((code) => !/^[a-z][a-z_]*\.[a-z][a-z_]*$/.test(code))).toEqual([])
  })

  it('stand once in the list of a call', () => {
    const repeating = CALLS.filter(({ errors }) => new Set(errors).size < errors.length)
    expect(repeating.map(({ name }) => name)).toEqual([])
  })
})
