import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiBaseOf, namesApiBase } from './api-base.ts'
import config from './vite.config.ts'

/** Bytes: the limit for the sign-in page on a first visit, with the weaker of the two compressions. */
const SIGN_IN_BUDGET = 120 * 1024

let output: Rolldown.RolldownOutput['output']
let chunks: Rolldown.OutputChunk[]

beforeAll(async () => {
  const result = await build({
    ...config,
    configFile: false,
    envDir: false,
    plugins: [...config.plugins, namesApiBase('https://calls.firm.example/v1')],
    build: { ...config.build, write: false },
  })
  if (!('output' in result)) throw new Error('One build was asked for.')
  ;({ output } = result)
  chunks = output.filter((file) => file.type === 'chunk')
})

/** A screen's chunk and everything that it imports. */
function withImports(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const chunk of chunks.filter(({ fileName }) => names.includes(fileName) && !found.has(fileName))) {
    found.add(chunk.fileName)
    withImports(chunk.imports, found)
  }
  return found
}

function chunkOf(source: string): string {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
  if (!chunk) throw new Error(`No chunk begins with ${source}.`)
  return chunk.fileName
}

function html(): string {
  const page = output.find(({ fileName }) => fileName === 'index.html')
  if (page?.type !== 'asset') throw new Error('There is no page.')
  return page.source.toString()
}

describe('the built page', () => {
  test('contains nothing of zod', () => {
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    expect(modules.some((id) => id.includes('/react-dom/'))).toBe(true)
    expect(modules.filter((id) => id.includes('/zod/'))).toEqual([])
    expect(chunks.filter(({ code }) => code.includes('safeParse')).map(({ fileName }) => fileName)).toEqual(
      [],
    )
  })

  test('has no two files that wait for each other: neither would find the exports of the other', () => {
    const circles = chunks.filter(({ fileName, imports }) => withImports(imports).has(fileName))
    expect(circles.map(({ fileName }) => fileName)).toEqual([])
  })

  test('needs at most 120 KB of compressed script for the sign-in', () => {
    const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? ''
    const needed = withImports([entry, chunkOf('/login-page.tsx')])
    const bytes = chunks
      .filter(({ fileName }) => needed.has(fileName))
      .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(SIGN_IN_BUDGET)
  })

  test('V1.2.3 has nothing inline that a strict content security policy would refuse', () => {
    expect(html()).not.toMatch(/<style|\sstyle=|\son\w+=|data:/)
    expect(html().match(/<script(?![^>]*\ssrc=)/g)).toBeNull()
    expect(html()).toMatch(/rel="preload" as="font"/)
  })

  test('R1.1 names the API base of its build', () => {
    expect(html()).toContain('<meta name="api-base" content="https://calls.firm.example/v1" />')
  })

  test('has no gap between two layouts, not even a fraction of a pixel', () => {
    const styles = output.filter(({ fileName }) => fileName.endsWith('.css'))
    const css = styles.map((file) => (file.type === 'asset' ? file.source.toString() : '')).join('\n')
    const bounds = [...css.matchAll(/@media[^{]*/gu)].flatMap(
      ([query]) => query.match(/[\w-]*width[^)]*/gu) ?? [],
    )
    expect(bounds).toEqual(expect.arrayContaining([expect.stringMatching(/^width\s*<\s*768px$/u)]))
    // 640 px and below is the specification's own bound. A bound of 767 would hide parts from a zoomed window.
    expect(bounds.filter((bound) => bound.startsWith('max-width') && !bound.endsWith('640px'))).toEqual([])
  })
})

test.each([
  [undefined, '/api'],
  [' ', '/api'],
  ['/calls/v2/', '/calls/v2'],
  ['https://calls.firm.example/v1/', 'https://calls.firm.example/v1'],
])('API_BASE_URL=%j builds a page that calls below %s', (value, base) => {
  expect(apiBaseOf({ API_BASE_URL: value })).toBe(base)
})

test.each(['api', '//calls.example', '/../calls', 'javascript:alert(1)'])(
  'API_BASE_URL=%j is refused',
  (value) => {
    expect(() => apiBaseOf({ API_BASE_URL: value })).toThrow(/^API_BASE_URL is/u)
  },
)
