import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { mailDriverSuite } from '../../testing/mail-driver.test-suite.ts'
import { openOutboxFolder } from './outbox-folder.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

mailDriverSuite('outbox folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-outbox-'))
  folders.push(folder)
  return {
    driver: openOutboxFolder(folder),
    received: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => readFile(join(folder, name))))
    },
  }
})
