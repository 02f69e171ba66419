import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries, linkLibraries } from './binaries.ts'
import { runProgram } from './run-program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-links-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the programs of this platform exist in the version that the launcher expects', async () => {
  const { postgres } = await findBinaries()
  expect(await runProgram({ file: postgres, args: ['--version'] })).toEqual({
    code: 0,
    output: expect.stringMatching(/^postgres \(PostgreSQL\) 18\./),
  })
})

test('the links between libraries are made if npm ran no scripts', () => {
  mkdirSync(join(folder, 'native/lib'), { recursive: true })
  writeFileSync(join(folder, 'native/lib/libicu.so.60.2'), 'icu')
  writeFileSync(
    join(folder, 'native/pg-symlinks.json'),
    JSON.stringify([
      { source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so' },
      { source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' },
    ]),
  )
  linkLibraries(folder)
  linkLibraries(folder)
  expect(readFileSync(join(folder, 'native/lib/libicu.so'), 'utf8')).toBe('icu')
  expect(readFileSync(join(folder, 'native/lib/libicu.so.60'), 'utf8')).toBe('icu')
})

test('links that cannot be made stop nothing', () => {
  mkdirSync(join(folder, 'native'))
  const links = [{ source: 'native/lib/a.so.1', target: 'native/lib/a.so' }]
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(folder)
  expect(existsSync(join(folder, 'native/lib'))).toBe(false)
})
