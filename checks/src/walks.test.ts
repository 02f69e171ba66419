import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sourcesOfCheckout, toSources } from './architecture.sources.ts'
import { foldersOfMap } from './floor-map.ts'
import { namedPaths, stepsOf, stepsWithoutImport } from './walks.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(CHECKOUT, 'docs/architecture.md'), 'utf8')
const WALKS = [
  'An upload',
  'A page of the list',
  'A saved edit',
  'A message in the mailbox',
  'A document deleted for good',
  'A search',
]

function foldersIn(path: string): string[] {
  return readdirSync(join(CHECKOUT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
}

it('the page on architecture names existing files, and follows six requests', () => {
  const named = namedPaths(PAGE)
  expect(named.filter((path) => !existsSync(join(CHECKOUT, path)))).toEqual([])
  expect(WALKS.filter((walk) => !PAGE.includes(`\n### ${walk}\n`))).toEqual([])
  expect(named.length).toBeGreaterThan(60)
})

it('the map has each engine, record, room and feature with its parts, and no other', () => {
  const features = foldersIn('web/src/features')
  const actual = [
    ...['engines', 'records', 'rooms'].flatMap((floor) => foldersIn(`server/src/${floor}`)),
    ...features,
    ...features.flatMap(foldersIn),
  ]
  expect(foldersOfMap(PAGE)).toEqual(actual.toSorted())
})

it('a map is read with the parts of its features', () => {
  const map = `
    server/src/     main.ts
      engines/      clock log
      records/      audit
      rooms/        files
    web/src/        app/ · features/ auth/{reset,proof} home
                    upload/{form}; what a feature has in common`
  expect(foldersOfMap(map)).toEqual([
    'server/src/engines/clock',
    'server/src/engines/log',
    'server/src/records/audit',
    'server/src/rooms/files',
    'web/src/features/auth',
    'web/src/features/auth/proof',
    'web/src/features/auth/reset',
    'web/src/features/home',
    'web/src/features/upload',
    'web/src/features/upload/form',
  ])
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
