import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { COMMON_ERRORS, ROOMS } from '@portal/contract/every-call.ts'
import { beforeAll, describe, expect, it, test } from 'vitest'

const CONTRACT = fileURLToPath(new URL('../../contract/src/', import.meta.url))
const CALLS = ROOMS.flatMap(({ calls }) => calls)

function isCall(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function isErrorCase(value: unknown): value is ErrorCase {
  return typeof value === 'object' && value !== null && 'code' in value && 'sentence' in value
}

/** All exports of the contract's files, by name. */
async function exported(): Promise<[name: string, value: unknown][]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files.map(async (name) => (await import(CONTRACT + name)) as Record<string, unknown>),
  )
  return modules.flatMap((module) => Object.entries(module))
}

function lineOf(name: string, { method, path }: Endpoint): string {
  return `${name}: ${method} ${path}`
}

test('every call of the contract belongs to a room, and so is covered by the tests of all calls', async () => {
  const calls = (await exported()).flatMap(([name, value]) => (isCall(value) ? lineOf(name, value) : []))
  expect(calls.length).toBeGreaterThan(90)
  expect(CALLS.map((call) => lineOf(call.name, call)).toSorted()).toEqual(calls.toSorted())
})

describe('the errors of the contract', () => {
  let errors: [name: string, error: ErrorCase][]
  beforeAll(async () => {
    errors = (await exported()).filter((entry): entry is [string, ErrorCase] => isErrorCase(entry[1]))
  })

  it('are each listed by a call, or by those that every call can return', () => {
    const listed = new Set<ErrorCase>([...COMMON_ERRORS, ...CALLS.flatMap(({ errors }) => [...errors])])
    expect(errors.length).toBeGreaterThan(70)
    expect(errors.filter(([, error]) => !listed.has(error)).map(([name]) => name)).toEqual([])
  })

  it('each have their own code, a subject and what is wrong with it', () => {
    const codes = errors.map(([, { code }]) => code)
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
    expect(codes.filter((code) => !/^[a-z][a-z_]*\.[a-z][a-z_]*$/.test(code))).toEqual([])
  })

  it('appear once in the list of a call', () => {
    const repeating = CALLS.filter(({ errors }) => new Set(errors).size < errors.length)
    expect(repeating.map(({ name }) => name)).toEqual([])
  })
})
