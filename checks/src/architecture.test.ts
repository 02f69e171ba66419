import { matchesGlob } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { PLANTED, SOUND } from './architecture.planted.ts'
import { readTypeScript } from './architecture.reader.ts'
import { RULES } from './architecture.rules.ts'
import { sourcesOfCheckout, toSources } from './architecture.sources.ts'

function sourcesOf(files: Readonly<Record<string, string>>) {
  return toSources(Object.entries(files).map(([path, text]) => ({ path, text })))
}

describe('the house', () => {
  const house = sourcesOfCheckout()

  it.each(RULES)('keeps its rule: $name', ({ breaches }) => {
    expect(breaches(house)).toEqual([])
  })

  it('is read completely: every floor has files, and files of every floor import', () => {
    const floors = ['contract', 'server', 'web', 'e2e', 'bench', 'checks']
    const unread = floors.filter(
      (floor) => !house.references.some(({ from }) => from.startsWith(`${floor}/`)),
    )
    expect(unread).toEqual([])
  })

  it.each([
    'server/schema/*.sql',
    'server/src/engines/migrations/*.sql',
    'server/src/records/*/*.sql',
    'web/src/*/*.tsx',
  ])('is read completely: %s has files', (pattern) => {
    expect(house.files.filter(({ path }) => matchesGlob(path, pattern))).not.toEqual([])
  })
})

describe('the rules', () => {
  it('have exactly one planted breach each', () => {
    expect(RULES.map(({ name }) => name).toSorted()).toEqual(Object.keys(PLANTED).toSorted())
  })

  it.each(RULES)('find every planted breach: $name', ({ name, breaches }) => {
    const guilty = Object.keys(PLANTED[name] ?? {})
    const named = breaches(sourcesOf(PLANTED[name] ?? {})).flatMap((breach) => breach.split(' > '))
    const seen = guilty.filter((path) =>
      named.some((place) => path === place || path.startsWith(`${place}/`)),
    )
    expect(guilty.length).toBeGreaterThan(0)
    expect(seen).toEqual(guilty)
  })

  it.each(RULES)('accept sound files: $name', ({ breaches }) => {
    expect(breaches(sourcesOf(SOUND))).toEqual([])
  })
})

describe('the reader of sources', () => {
  it('finds every form of import, and knows which are types only', () => {
    const { imports } = readTypeScript(
      'a.ts',
      `
      import 'side-effect'
      import whole from "double-quoted"
      import * as all from 'all'
      import type { A } from 'types'
      import {
        type B,
        c as d,
      } from 'many-lines'
      export * from 'passed-on'
      export type { E } from 'types-passed-on'
      const pattern = /'/
      const late = await import('late'), later = import(\`later\`), unknown = import(late)
      type F = import('type-in-place').F
      // import 'comment'
      const text = "import 'text'"`,
    )
    const types = imports.filter(({ isType }) => isType)
    expect(types.map(({ specifier }) => specifier)).toEqual(['types', 'types-passed-on', 'type-in-place'])
    expect(imports.map(({ specifier }) => specifier)).toEqual([
      'side-effect',
      'double-quoted',
      'all',
      'types',
      'many-lines',
      'passed-on',
      'types-passed-on',
      'late',
      'later',
      'an expression',
      'type-in-place',
    ])
  })

  it('names the written tables, in every form of SQL', () => {
    const { writes, holdsSql } = readTypeScript(
      'a.repository.ts',
      `
      db.insertInto('job').values(jobs); db.updateTable('account as a'); db.deleteFrom(\`session\`)
      db.selectFrom('county')
      sql\`MERGE INTO agent AS a USING staged AS s ON true WHEN MATCHED THEN UPDATE SET name = \${name}\`
      pool.query('SELECT id FROM document FOR UPDATE')
      pool.query("COPY owner_value FROM STDIN")`,
    )
    expect(writes.toSorted()).toEqual(['account', 'agent', 'job', 'owner_value', 'session'])
    expect(holdsSql).toBe(true)
  })

  it('refuses a file that it cannot parse instead of reading half of it', () => {
    expect(() => readTypeScript('a.ts', 'const = 5')).toThrow('a.ts cannot be parsed')
  })
})
