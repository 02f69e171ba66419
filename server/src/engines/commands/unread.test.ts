import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'

const COMMAND_LINE = fileURLToPath(new URL('../../cli.ts', import.meta.url))

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-unread-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Ended = { code: number | string; printed: string; said: string }

/** Pipes a command's output into another. Returns what that printed, and the exit code of the first that failed. */
function piped(words: string, reader: string): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder }
  const line = `set -o pipefail; '${process.execPath}' '${COMMAND_LINE}' ${words} | ${reader}`
  return new Promise((resolve) => {
    execFile('bash', ['-c', line], { env }, (error, printed, said) =>
      resolve({ code: error?.code ?? 0, printed, said }),
    )
  })
}

beforeAll(async () => {
  // More than a pipe holds.
  await database.pool.query(
    `INSERT INTO audit_record (id, at, chain, sequence, action, actor_kind, actor_name, came_from, subject_kind,
       subject_id, previous_hash, hash)
     SELECT 1000 + n, now(), 60, n, 'jobs.retried', 'operator', 'command line', 'command line', 'job', n, '', ''
     FROM generate_series(1, 3000) AS n`,
  )
})

test.each(['', '--json'])('audit %s ends quietly when its reader stops reading', async (how) => {
  expect(await piped(`audit ${how}`, 'head -c 20 | wc -c')).toEqual({ code: 0, printed: '20\n', said: '' })
})

test('a command that writes completes even if no one reads its output', async () => {
  expect(await piped('county add --name Loving', 'true')).toEqual({ code: 0, printed: '', said: '' })
  const { rows } = await database.pool.query('SELECT name FROM county')
  expect(rows).toEqual([{ name: 'Loving' }])
})
