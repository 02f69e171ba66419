import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileCache, type FileCache } from './file-cache.ts'

const WAIT = { timeout: 10_000 }

let folder: string
let cache: FileCache
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-cache-'))
  cache = createFileCache({ folder, maxBytes: 1000 })
})
afterEach(() => rm(folder, { recursive: true }))

const names = async (group: string) => (await readdir(join(folder, group))).toSorted()

test('R16.4 a file is read as it was written, and what is not there is null', async () => {
  expect(await cache.read({ group: 'a', name: '1' })).toBeNull()
  await cache.write({ group: 'a', name: '1' }, Buffer.from('page'))
  expect((await cache.read({ group: 'a', name: '1' }))?.toString()).toBe('page')
  await rm(join(folder, 'a', '1'))
  expect(await cache.read({ group: 'a', name: '1' })).toBeNull()
})

test('R16.4 beyond the limit the files that were not read for longest are removed', async () => {
  for (const name of ['1', '2', '3']) await cache.write({ group: 'a', name }, Buffer.alloc(300))
  await cache.read({ group: 'a', name: '1' })
  await cache.write({ group: 'a', name: '4' }, Buffer.alloc(300))
  await vi.waitFor(async () => expect(await names('a')).toEqual(['1', '3', '4']), WAIT)
  expect(await cache.size()).toBe(900)
  await cache.write({ group: 'a', name: 'large' }, Buffer.alloc(1001))
  expect(await cache.read({ group: 'a', name: 'large' })).toBeNull()
})

test('R16.4 a later process knows the files, and removes drafts and what is beyond its limit', async () => {
  await cache.write({ group: 'a', name: '1' }, Buffer.alloc(300))
  await cache.write({ group: 'b', name: '1' }, Buffer.alloc(300))
  await utimes(join(folder, 'a', '1'), new Date(0), new Date(0))
  const later = createFileCache({ folder, maxBytes: 500 })
  expect(await later.groups(), 'the newest stays').toEqual(['b'])
  await vi.waitFor(async () => expect([await names('a'), await names('b')]).toEqual([[], ['1']]), WAIT)
})

test('R16.4 a group is removed with all of its files', async () => {
  await cache.write({ group: 'a', name: '1' }, Buffer.alloc(300))
  await cache.write({ group: 'ab', name: '1' }, Buffer.alloc(300))
  await cache.removeGroup('a')
  expect([await cache.groups(), await cache.size(), await readdir(folder)]).toEqual([['ab'], 300, ['ab']])
})
