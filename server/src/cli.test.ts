import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const COMMAND_LINE = join(import.meta.dirname, 'cli.ts')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Ended = { code: number | string; printed: string; said: string }

function portal(words: readonly string[], dataDir: string): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND_LINE, ...words], { env }, (error, printed, said) => {
      resolve({ code: error?.code ?? 0, printed, said })
    })
  })
}

test('R1.87 COMMAND --help prints the arguments and the effect of the command, and creates no portal', async () => {
  const { code, printed, said } = await portal(['county', 'add', '--name', 'Reeves', '--help'], folder)
  expect({ code, said }).toEqual({ code: 0, said: '' })
  expect(printed).toMatch(/^county add --name .+\n {2}\S.+\n$/)
  expect(await readdir(folder)).toEqual([])
})

test('R1.87 a command that creates a portal in an empty folder names the folder first', async () => {
  // No folder can be created below a file, so the command ends early.
  const dataDir = join(folder, 'file', 'data')
  await writeFile(join(folder, 'file'), '')
  const { code, said } = await portal(['county', 'add', '--name', 'Reeves'], dataDir)
  expect(code).toBe(1)
  expect(said).toContain(`A new portal is made in ${dataDir}. For another one, set DATA_DIR.\n`)
})
