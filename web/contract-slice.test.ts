import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sliceContract } from './contract-slice.ts'

const CONTRACT = fileURLToPath(new URL('../contract/src/', import.meta.url))
/** Lists all calls with their schemas, for documents and tests. No screen uses it. */
const NOT_FOR_SCREENS = 'every-call.ts'

const FILE = `${CONTRACT}made-up.ts`

test('a call keeps its address and its fallback, and loses its schemas', () => {
  const slice = sliceContract(
    FILE,
    `import { z } from 'zod'
     import { endpoint } from './endpoint.ts'
     export const remove = endpoint({
       summary: 'Removes.', method: 'DELETE', path: '/things/:id', access: 'session',
       params: z.object({ id: z.int() }), result: z.unknown(), errors: [], fallback: 'Delete failed.',
     })`,
  )
  expect(slice).toBe(
    `export const remove = { method: 'DELETE', path: '/things/:id', access: 'session', fallback: 'Delete failed.' }\nexport {}`,
  )
})

test('an error stays as it is written: it calls nothing, so unused errors are dropped', () => {
  const slice = sliceContract(
    FILE,
    `import { defineError } from './error.ts'
     export const TOO_LARGE = defineError({ code: 'file.too_large', status: 413, sentence: '{name} is too large.' })`,
  )
  expect(slice).toBe(
    `export const TOO_LARGE = { code: 'file.too_large', status: 413, sentence: '{name} is too large.' }\nexport {}`,
  )
})

test('functions and constants stay, and everything that depends on zod goes, however indirectly', () => {
  const slice = sliceContract(
    FILE,
    `import { z } from 'zod'
     import { id } from './fields.ts'
     import { MAX_UPLOAD_BYTES, PAGE_SIZE } from './limits.ts'
     const named = z.object({ ID: id })
     export const list = z.array(named)
     export type List = z.output<typeof list>
     export function isList(value: unknown): boolean { return list.safeParse(value).success }
     export const LARGEST = MAX_UPLOAD_BYTES as number
     export function tooLarge(bytes: number): boolean { return bytes > LARGEST }`,
  )
  expect(slice).toContain('export const LARGEST')
  expect(slice).toContain('export function tooLarge')
  expect(slice).toContain("import { MAX_UPLOAD_BYTES as MAX_UPLOAD_BYTES } from './limits.ts'")
  expect(slice).not.toMatch(/zod|fields|PAGE_SIZE|named|isList/)
})

test('a statement that it cannot read stops the build instead of vanishing', () => {
  expect(() => sliceContract(FILE, `export * from './limits.ts'`)).toThrow('cannot read')
  expect(() => sliceContract(FILE, `import * as limits from './limits.ts'`)).toThrow('by name')
})

const FOR_SCREENS = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== NOT_FOR_SCREENS,
)

test.each(FOR_SCREENS)('%s contains no schema after slicing', (name) => {
  const slice = sliceContract(CONTRACT + name, readFileSync(CONTRACT + name, 'utf8'))
  expect(slice).not.toMatch(/\bz\.|'zod'/)
})
