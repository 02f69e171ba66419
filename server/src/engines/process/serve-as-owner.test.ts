import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const OWNER = 12_345
const isRoot = process.getuid?.() === 0
const PROGRAM = pathToFileURL(join(import.meta.dirname, 'serve-as-owner.ts')).href

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-owner-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'documents', 'kept'), { recursive: true })
  writeFileSync(join(dataDir, 'documents', 'kept', 'old'), 'stored before', { mode: 0o600 })
  writeFileSync(join(folder, 'page.html'), 'the page')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the steps of a start in a process, which then writes a file. Returns its user and its output. */
function serve(reads = join(folder, 'page.html')): { uid: number; groups: string; said: string } {
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { serveAsOwner } from ${JSON.stringify(PROGRAM)}
    serveAsOwner(${JSON.stringify({ dataDir, reads: [reads] })}, console.log)
    readFileSync(${JSON.stringify(join(dataDir, 'documents', 'kept', 'old'))})
    writeFileSync(${JSON.stringify(join(dataDir, 'written'))}, process.getgroups().join())`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const written = join(dataDir, 'written')
  return { uid: statSync(written).uid, groups: readFileSync(written, 'utf8'), said }
}

describe.runIf(isRoot)('started as root, the portal', () => {
  test('R1.36 V13.2.2 continues as the owner of its data folder, and gives them the files that root left there', () => {
    chownSync(dataDir, OWNER, OWNER)
    expect(serve()).toEqual({ uid: OWNER, groups: String(OWNER), said: '' })
    expect(statSync(join(dataDir, 'documents', 'kept', 'old')).uid).toBe(OWNER)
  })

  test('R1.36 stays root if root owns the folder, and says so', () => {
    const { uid, said } = serve()
    expect([uid, said]).toEqual([0, expect.stringContaining(`because ${dataDir} is root's.`)])
    expect(statSync(join(dataDir, 'documents')).uid).toBe(0)
  })

  test('R1.36 stays root if the owner cannot reach the folder, or the program, and says so', () => {
    chownSync(dataDir, OWNER, OWNER)
    const closed = join(folder, 'closed', 'page.html')
    mkdirSync(dirname(closed), { mode: 0o700 })
    writeFileSync(closed, '')
    expect(serve(closed)).toMatchObject({ uid: 0, said: expect.stringContaining(`cannot use ${closed}.`) })
    chmodSync(folder, 0o700)
    expect(serve()).toMatchObject({ uid: 0, said: expect.stringContaining(`cannot use ${dataDir}.`) })
  })

  test('does not touch another user’s database, which the owner could not use', () => {
    chownSync(dataDir, OWNER, OWNER)
    mkdirSync(join(dataDir, 'pg'))
    chownSync(join(dataDir, 'pg'), 65_534, 65_534)
    expect(serve()).toMatchObject({
      uid: 0,
      said: expect.stringContaining(`cannot use ${join(dataDir, 'pg')}.`),
    })
  })
})

describe.runIf(!isRoot)('started by another user, the portal', () => {
  test('keeps that user', () => {
    expect(serve()).toMatchObject({ uid: process.getuid?.(), said: '' })
  })
})
