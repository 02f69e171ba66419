import { spawn } from 'node:child_process'
import { argon2 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tallyStarts } from './tally-starts.ts'
import { TALLY_VARIABLE } from './tally.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-tally-'))
  vi.stubEnv(TALLY_VARIABLE, folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const HASH = { message: 'copper ledger', nonce: 'sixteen bytes !!', tagLength: 16 }
const LOW_COST = { memory: 8, passes: 1, parallelism: 1 }

test('each process and each password hash counts once, however many test files of a worker request it', async () => {
  tallyStarts()
  tallyStarts()
  await once(spawn(process.execPath, ['--version'], { stdio: 'ignore' }), 'exit')
  const derived = await promisify(argon2)('argon2id', { ...HASH, ...LOW_COST })
  expect(derived).toHaveLength(HASH.tagLength)
  const counts = readdirSync(folder).map((kind) => [kind, statSync(join(folder, kind)).size])
  expect(Object.fromEntries(counts)).toEqual({ 'process node': 1, 'password hash': 1 })
})
