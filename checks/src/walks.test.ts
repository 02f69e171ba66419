import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sourcesOfCheckout, toSources } from './architecture.sources.ts'
import { namedPaths, stepsOf, stepsWithoutImport } from './walks.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(CHECKOUT, 'docs/architecture.md'), 'utf8')
const WALKS = [
  'An upload',
  'A page of the list',
  'A saved edit',
  'A message in the mailbox',
  'A document deleted for good',
]

it('the page on architecture names existing files, and follows five requests', () => {
  const named = namedPaths(PAGE)
  expect(named.filter((path) => !existsSync(join(CHECKOUT, path)))).toEqual([])
  expect(WALKS.filter((walk) => !PAGE.includes(`\n### ${walk}\n`))).toEqual([])
  expect(named.length).toBeGreaterThan(60)
})

it('every step of a walk is an import of the code', () => {
  expect(stepsWithoutImport(PAGE, sourcesOfCheckout().references)).toEqual([])
  expect(stepsOf(PAGE).length).toBeGreaterThan(60)
})

it('a step that the code does not take is found, even after a remark, a sibling and a stop', () => {
  const { references } = toSources([
    { path: 'server/src/a.ts', text: "import './b.ts'; import './c.ts'" },
    { path: 'server/src/c.ts', text: "import './d.ts'" },
  ])
  const stepsNotTaken = (walk: string) =>
    stepsWithoutImport(walk.replaceAll(/\b[a-e]\b/g, '`server/src/$&.ts`'), references)
  expect(stepsNotTaken('down: a → b (x; y) and c → d ⇒ e. Up: d ⇒ a → b')).toEqual([])
  expect(stepsNotTaken('a → b → d')).toEqual(['server/src/b.ts → server/src/d.ts'])
  expect(stepsNotTaken('a → b, d → e')).toEqual([
    'server/src/a.ts → server/src/d.ts',
    'server/src/d.ts → server/src/e.ts',
  ])
  expect(stepsNotTaken('a ⇒ d; c (e) → d; d → a')).toEqual(['server/src/d.ts → server/src/a.ts'])
})
