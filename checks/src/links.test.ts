import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { brokenLinks } from './links.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const exists = (path: string) => existsSync(join(ROOT, path))

it('every link of a page leads to an existing page, and to a heading in it', () => {
  const paths = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
  const pages = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  expect(pages.size).toBeGreaterThan(20)
  expect(brokenLinks({ pages, exists })).toEqual([])
})

it('a broken link is found, by its page or by its heading', () => {
  const pages = new Map([
    [
      'docs/one.md',
      'See [two](two.md#the-data_dir), [here](#gone), [three](three.md), [out](https://x.example).',
    ],
    ['docs/two.md', '# The `DATA_DIR`?\n[back](one.md), [wrong](one.md#gone) and `[code](gone.md)`'],
  ])
  expect(brokenLinks({ pages, exists: (path) => pages.has(path) })).toEqual([
    'docs/one.md > #gone',
    'docs/one.md > three.md',
    'docs/two.md > one.md#gone',
  ])
})
