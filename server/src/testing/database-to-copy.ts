import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openEmbedded } from '../engines/database/embedded/launch.ts'
import { newFolder } from './database-processes.ts'
import { roomyFolder } from './test-cluster.ts'

const SILENT = { info() {}, warn() {}, error() {} }

/**
 * Creates one embedded database for a file or a `describe`, because a copy takes a tenth of the time of initdb.
 * @returns a function that copies it, stopped and with its owner, into a data folder.
 */
export function templateDatabase(): (dataDir?: string) => string {
  let original = ''
  beforeAll(async () => {
    original = mkdtempSync(join(roomyFolder(), 'portal-original-'))
    chmodSync(original, 0o755)
    const { close } = await openEmbedded(original, { server: true, log: SILENT })
    await close()
  })
  afterAll(() => rmSync(original, { recursive: true, force: true }))
  return (dataDir = newFolder()) => {
    execFileSync('cp', ['-a', join(original, 'pg'), dataDir])
    return dataDir
  }
}
